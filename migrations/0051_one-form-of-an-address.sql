-- An email address has one form, its domain in ASCII: one mailbox is one account. What `db/migrations.server.ts` gives:
-- `one_address`, its form; `shown_address`, the same with its domain in letters; `address_hash`, as addresses are kept hashed.
INSERT OR IGNORE INTO `suppressions` (`email_hash`, `reason`, `at`)
SELECT address_hash(one_address(known.address)), suppressions.reason, suppressions.at
FROM (
	SELECT `email` AS address FROM `accounts` WHERE `email` GLOB '*[^ -~]*'
	UNION SELECT `to_email` FROM `emails` WHERE `to_email` GLOB '*[^ -~]*'
	UNION SELECT `recipient_email` FROM `vouchers` WHERE `recipient_email` GLOB '*[^ -~]*'
) known
JOIN `suppressions` ON suppressions.email_hash = address_hash(known.address);
--> statement-breakpoint
UPDATE `consents` SET `email_hash` = address_hash(one_address(accounts.email))
FROM `accounts`
WHERE accounts.id = consents.account_id AND accounts.email GLOB '*[^ -~]*' AND consents.email_hash = address_hash(accounts.email);
--> statement-breakpoint
-- Two accounts that proved the same mailbox stay two: the one that has the one form keeps it.
UPDATE OR IGNORE `accounts` SET `email` = one_address(`email`) WHERE `email` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE OR IGNORE `accounts` SET `email` = shown_address(`email`) WHERE `email` GLOB '*[^ -~]*';
--> statement-breakpoint
INSERT INTO `alarms` (`id`, `kind`, `object_type`, `object_id`, `message`, `dedupe_key`, `opened_at`, `raised_at`, `last_seen_at`)
SELECT lower(hex(randomblob(10))), 'two_accounts', 'account', id,
	'Another account has the same mailbox, written in another way. Ask its owner which address this one should have, and correct it.',
	'two-accounts:' || id, unixepoch() * 1000, unixepoch() * 1000, unixepoch() * 1000
FROM `accounts` WHERE `email` GLOB '*[^ -~]*' AND `email_verified_at` IS NOT NULL AND one_address(`email`) <> `email`;
--> statement-breakpoint
UPDATE OR IGNORE `staff` SET `email` = one_address(`email`) WHERE `email` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `vouchers` SET `recipient_email` = one_address(`recipient_email`) WHERE `recipient_email` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `emails` SET `to_email` = one_address(`to_email`) WHERE `to_email` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `orders` SET `email` = one_address(`email`) WHERE `email` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `one_time_codes` SET `sent_to` = one_address(`sent_to`) WHERE `sent_to` GLOB '*[^ -~]*';
--> statement-breakpoint
UPDATE `enquiries` SET `email` = one_address(`email`) WHERE `email` GLOB '*[^ -~]*';
