-- The first and the last line of the statement that was read, and the sums of a month by the provider.
CREATE INDEX `statement_lines_at` ON `statement_lines` (`at`);