-- What staff did is only ever added to: whoever wants to change it must leave more traces than this.
CREATE TRIGGER `audit_events_stay` BEFORE UPDATE ON `audit_events`
BEGIN
  SELECT RAISE(ABORT, 'What was written down stays as it is.');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_events_remain` BEFORE DELETE ON `audit_events`
BEGIN
  SELECT RAISE(ABORT, 'What was written down is never taken away.');
END;
