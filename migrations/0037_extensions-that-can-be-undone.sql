-- When a voucher was to end before staff extended it last, so that the extension can be undone for ten minutes.
ALTER TABLE `vouchers` ADD `extended_from` integer;