CREATE TABLE `access_tokens` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `access_tokens_account` ON `access_tokens` (`account_id`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text,
	`password_hash` text NOT NULL,
	`email_verified_at` integer,
	`status` text DEFAULT 'active' NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`is_demo` integer DEFAULT false NOT NULL,
	`terms_accepted_at` integer NOT NULL,
	`privacy_accepted_at` integer NOT NULL,
	`notify_by_email` integer DEFAULT true NOT NULL,
	`notify_by_sms` integer DEFAULT false NOT NULL,
	`notify_by_push` integer DEFAULT false NOT NULL,
	`deletion_due_at` integer,
	`last_signed_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "accounts_status" CHECK(status IN ('active', 'inactive', 'suspended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_proven` ON `accounts` (lower("email")) WHERE email_verified_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `accounts_email` ON `accounts` (lower("email"),`created_at`);--> statement-breakpoint
CREATE INDEX `accounts_created` ON `accounts` (`created_at`);--> statement-breakpoint
CREATE TABLE `addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text DEFAULT 'shipping' NOT NULL,
	`label` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`company` text,
	`line1` text NOT NULL,
	`line2` text,
	`city` text NOT NULL,
	`county` text,
	`postcode` text NOT NULL,
	`country` text DEFAULT 'GB' NOT NULL,
	`phone` text,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `addresses_account` ON `addresses` (`account_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_one_default` ON `addresses` (`account_id`,`kind`) WHERE is_default = 1;--> statement-breakpoint
CREATE TABLE `attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`limit_name` text NOT NULL,
	`subject` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempts_subject` ON `attempts` (`limit_name`,`subject`,`at`);--> statement-breakpoint
CREATE INDEX `attempts_at` ON `attempts` (`at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`email_hash` text NOT NULL,
	`kind` text NOT NULL,
	`given` integer NOT NULL,
	`wording` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `consents_email` ON `consents` (`email_hash`,`at`);--> statement-breakpoint
CREATE TABLE `one_time_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text NOT NULL,
	`sent_to` text NOT NULL,
	`tries_used` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`voided_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "one_time_codes_purpose" CHECK(purpose IN ('verify_email', 'change_email', 'reset_password')),
	CONSTRAINT "one_time_codes_tries" CHECK("one_time_codes"."tries_used" >= 0)
);
--> statement-breakpoint
CREATE INDEX `one_time_codes_account` ON `one_time_codes` (`account_id`,`purpose`,`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by_staff_id` text,
	`effective_from` text
);
--> statement-breakpoint
CREATE TABLE `enquiries` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`message` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `enquiries_at` ON `enquiries` (`at`);--> statement-breakpoint
CREATE TABLE `funnel_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`visit` text NOT NULL,
	`stage` text NOT NULL,
	`journey` text,
	`theme` text,
	`type` text,
	`is_test` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `funnel_events_once` ON `funnel_events` (`visit`,`stage`);--> statement-breakpoint
CREATE INDEX `funnel_events_at` ON `funnel_events` (`at`,`stage`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`payload` text DEFAULT '{}' NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`run_after` integer NOT NULL,
	`taken_until` integer,
	`failure` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	CONSTRAINT "jobs_state" CHECK(state IN ('waiting', 'running', 'done', 'dead'))
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_after`) WHERE state IN ('waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_one_waiting` ON `jobs` (`kind`,`subject_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `letters` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text,
	`to_name` text NOT NULL,
	`to_email` text NOT NULL,
	`subject` text NOT NULL,
	`text_body` text NOT NULL,
	`html_body` text NOT NULL,
	`is_transactional` integer DEFAULT true NOT NULL,
	`occasion_key` text NOT NULL,
	`message_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "letters_state" CHECK(state IN ('waiting', 'sent', 'dead', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `letters_occasion` ON `letters` (`occasion_key`);--> statement-breakpoint
CREATE INDEX `letters_waiting` ON `letters` (`next_try_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `letters_account` ON `letters` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `letters_to` ON `letters` (`to_email`,`created_at`);--> statement-breakpoint
CREATE INDEX `letters_created` ON `letters` (`created_at`);--> statement-breakpoint
CREATE TABLE `schedule_runs` (
	`name` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`failure` text
);
--> statement-breakpoint
CREATE TABLE `suppressions` (
	`email_hash` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `book_files` (
	`id` text PRIMARY KEY NOT NULL,
	`loop_id` text NOT NULL,
	`kind` text NOT NULL,
	`content_version` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`steps_done` integer DEFAULT 0 NOT NULL,
	`steps_total` integer DEFAULT 0 NOT NULL,
	`page_count` integer,
	`bytes` integer,
	`sha256` text,
	`storage_key` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "book_files_state" CHECK(state IN ('waiting', 'rendering', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_files_version` ON `book_files` (`loop_id`,`kind`,`content_version`);--> statement-breakpoint
CREATE TABLE `chosen_prompts` (
	`id` text PRIMARY KEY NOT NULL,
	`loop_id` text NOT NULL,
	`week` integer NOT NULL,
	`prompt` text NOT NULL,
	`own_words` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chosen_prompts_loop_week` ON `chosen_prompts` (`loop_id`,`week`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`loop_id` text NOT NULL,
	`week` integer NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`highlight` text DEFAULT '' NOT NULL,
	`gratitude` text DEFAULT '' NOT NULL,
	`learned` text DEFAULT '' NOT NULL,
	`prompt` text DEFAULT '' NOT NULL,
	`content` text DEFAULT '' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_loop_week` ON `drafts` (`loop_id`,`week`);--> statement-breakpoint
CREATE TABLE `entries` (
	`id` text PRIMARY KEY NOT NULL,
	`loop_id` text NOT NULL,
	`week` integer NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`highlight` text DEFAULT '' NOT NULL,
	`gratitude` text DEFAULT '' NOT NULL,
	`learned` text DEFAULT '' NOT NULL,
	`prompt` text NOT NULL,
	`content` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`caught_up` integer DEFAULT false NOT NULL,
	`moderation` text DEFAULT 'PENDING' NOT NULL,
	`flag_reason` text,
	`moderation_notes` text,
	`reviewed_at` integer,
	`reviewed_by_staff_id` text,
	`locked_by_staff_id` text,
	`locked_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "entries_week" CHECK("entries"."week" BETWEEN 1 AND 52),
	CONSTRAINT "entries_moderation_word" CHECK(moderation IN ('PENDING', 'FLAGGED', 'APPROVED', 'REJECTED', 'HIDDEN'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entries_loop_week` ON `entries` (`loop_id`,`week`);--> statement-breakpoint
CREATE INDEX `entries_moderation` ON `entries` (`moderation`,`created_at`);--> statement-breakpoint
CREATE INDEX `entries_created` ON `entries` (`created_at`);--> statement-breakpoint
CREATE TABLE `entry_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`entry_id` text NOT NULL,
	`version` integer NOT NULL,
	`title` text NOT NULL,
	`highlight` text NOT NULL,
	`gratitude` text NOT NULL,
	`learned` text NOT NULL,
	`prompt` text NOT NULL,
	`content` text NOT NULL,
	`written_at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entry_versions_entry` ON `entry_versions` (`entry_id`,`version`);--> statement-breakpoint
CREATE TABLE `loops` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`title` text,
	`theme` text NOT NULL,
	`type` text NOT NULL,
	`occasion` text,
	`recipient_name` text,
	`dedication` text,
	`status` text DEFAULT 'ACTIVE' NOT NULL,
	`start_day` text NOT NULL,
	`delivery_day` text NOT NULL,
	`paused_weeks` integer DEFAULT 0 NOT NULL,
	`paused_from_day` text,
	`giver_sees_progress` integer DEFAULT false NOT NULL,
	`ruled_empty_weeks` integer DEFAULT false NOT NULL,
	`content_version` integer DEFAULT 1 NOT NULL,
	`completed_at` integer,
	`printing_at` integer,
	`shipped_at` integer,
	`delivered_at` integer,
	`carrier` text,
	`tracking_number` text,
	`letter_day` integer,
	`letter_hour` integer,
	`letters_paused_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "loops_status_word" CHECK(status IN ('ACTIVE', 'COMPLETED', 'PRINTING', 'SHIPPED', 'DELIVERED')),
	CONSTRAINT "loops_paused_weeks" CHECK("loops"."paused_weeks" BETWEEN 0 AND 8)
);
--> statement-breakpoint
CREATE INDEX `loops_account` ON `loops` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `loops_status` ON `loops` (`status`,`delivery_day`);--> statement-breakpoint
CREATE TABLE `photos` (
	`id` text PRIMARY KEY NOT NULL,
	`loop_id` text NOT NULL,
	`week` integer NOT NULL,
	`position` integer NOT NULL,
	`state` text DEFAULT 'ready' NOT NULL,
	`file_name` text NOT NULL,
	`caption` text DEFAULT '' NOT NULL,
	`quarter_turns` integer DEFAULT 0 NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`original_key` text NOT NULL,
	`print_key` text NOT NULL,
	`print_width` integer NOT NULL,
	`print_height` integer NOT NULL,
	`screen_key` text NOT NULL,
	`thumb_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "photos_week" CHECK("photos"."week" BETWEEN 1 AND 52),
	CONSTRAINT "photos_position" CHECK("photos"."position" BETWEEN 1 AND 3),
	CONSTRAINT "photos_turns" CHECK("photos"."quarter_turns" BETWEEN 0 AND 3)
);
--> statement-breakpoint
CREATE INDEX `photos_loop_week` ON `photos` (`loop_id`,`week`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `photos_place` ON `photos` (`loop_id`,`week`,`position`) WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX `photos_created` ON `photos` (`created_at`);--> statement-breakpoint
CREATE TABLE `cart_lines` (
	`cart_id` text NOT NULL,
	`item_id` text NOT NULL,
	`loop_id` text NOT NULL,
	`edition` text NOT NULL,
	`quantity` integer NOT NULL,
	FOREIGN KEY (`cart_id`) REFERENCES `carts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "cart_lines_quantity" CHECK("cart_lines"."quantity" BETWEEN 1 AND 99)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cart_lines_item` ON `cart_lines` (`cart_id`,`item_id`);--> statement-breakpoint
CREATE TABLE `carts` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `carts_account` ON `carts` (`account_id`);--> statement-breakpoint
CREATE INDEX `carts_updated` ON `carts` (`updated_at`);--> statement-breakpoint
CREATE TABLE `discount_uses` (
	`id` text PRIMARY KEY NOT NULL,
	`discount_id` text NOT NULL,
	`order_id` text NOT NULL,
	`customer_key` text NOT NULL,
	`state` text NOT NULL,
	`reserved_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`discount_id`) REFERENCES `discounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discount_uses_order` ON `discount_uses` (`order_id`);--> statement-breakpoint
CREATE INDEX `discount_uses_discount` ON `discount_uses` (`discount_id`,`state`);--> statement-breakpoint
CREATE INDEX `discount_uses_customer` ON `discount_uses` (`discount_id`,`customer_key`);--> statement-breakpoint
CREATE TABLE `discounts` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`type` text NOT NULL,
	`value` integer NOT NULL,
	`max_uses` integer,
	`used_count` integer DEFAULT 0 NOT NULL,
	`minimum_order_pence` integer,
	`maximum_discount_pence` integer,
	`first_order_only` integer DEFAULT false NOT NULL,
	`once_per_customer` integer DEFAULT false NOT NULL,
	`starts_at` integer,
	`expires_at` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`archived_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "discounts_value" CHECK("discounts"."value" > 0 AND ("discounts"."type" <> 'PERCENTAGE' OR "discounts"."value" <= 100)),
	CONSTRAINT "discounts_uses" CHECK("discounts"."max_uses" IS NULL OR "discounts"."used_count" <= "discounts"."max_uses")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discounts_code` ON `discounts` (`code`);--> statement-breakpoint
CREATE TABLE `fulfilments` (
	`order_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_pence` integer NOT NULL,
	`provider_reference` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_reference` ON `ledger` (`kind`,`provider_reference`);--> statement-breakpoint
CREATE INDEX `ledger_order` ON `ledger` (`order_id`);--> statement-breakpoint
CREATE TABLE `loop_credits` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`order_id` text,
	`voucher_id` text,
	`theme` text NOT NULL,
	`type` text NOT NULL,
	`loop_id` text,
	`created_at` integer NOT NULL,
	`spent_at` integer,
	`cancelled_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "loop_credits_source" CHECK(("loop_credits"."order_id" IS NULL) <> ("loop_credits"."voucher_id" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `loop_credits_order` ON `loop_credits` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `loop_credits_voucher` ON `loop_credits` (`voucher_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `loop_credits_loop` ON `loop_credits` (`loop_id`);--> statement-breakpoint
CREATE INDEX `loop_credits_account` ON `loop_credits` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `order_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`item_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`unit_pence` integer NOT NULL,
	`quantity` integer NOT NULL,
	`loop_id` text,
	`edition` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "order_lines_sum" CHECK("order_lines"."unit_pence" >= 0 AND "order_lines"."quantity" BETWEEN 1 AND 99)
);
--> statement-breakpoint
CREATE INDEX `order_lines_order` ON `order_lines` (`order_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`account_id` text,
	`basket_key` text NOT NULL,
	`kind` text NOT NULL,
	`theme` text,
	`type` text,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`currency` text DEFAULT 'GBP' NOT NULL,
	`subtotal_pence` integer NOT NULL,
	`discount_pence` integer DEFAULT 0 NOT NULL,
	`delivery_pence` integer DEFAULT 0 NOT NULL,
	`tax_pence` integer DEFAULT 0 NOT NULL,
	`total_pence` integer NOT NULL,
	`refunded_pence` integer DEFAULT 0 NOT NULL,
	`discount_id` text,
	`discount_code` text,
	`voucher_id` text,
	`pricing` text NOT NULL,
	`delivery_address` text,
	`email` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`is_demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`cancelled_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`discount_id`) REFERENCES `discounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status_word" CHECK(status IN ('PENDING', 'PAID', 'CANCELLED', 'PARTLY_REFUNDED', 'REFUNDED')),
	CONSTRAINT "orders_sum" CHECK("orders"."total_pence" = max(0, "orders"."subtotal_pence" - "orders"."discount_pence") + "orders"."delivery_pence" + "orders"."tax_pence"),
	CONSTRAINT "orders_positive" CHECK("orders"."subtotal_pence" >= 0 AND "orders"."discount_pence" >= 0 AND "orders"."delivery_pence" >= 0 AND "orders"."tax_pence" >= 0),
	CONSTRAINT "orders_refunded" CHECK("orders"."refunded_pence" BETWEEN 0 AND "orders"."total_pence"),
	CONSTRAINT "orders_currency" CHECK("orders"."currency" = 'GBP')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_number` ON `orders` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_basket` ON `orders` (`account_id`,`basket_key`);--> statement-breakpoint
CREATE INDEX `orders_account` ON `orders` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_paid` ON `orders` (`paid_at`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`status` text DEFAULT 'opening' NOT NULL,
	`amount_pence` integer NOT NULL,
	`checkout_id` text,
	`checkout_url` text,
	`payment_intent_id` text,
	`charge_id` text,
	`card_brand` text,
	`card_last4` text,
	`last_error` text,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payments_status_word" CHECK(status IN ('opening', 'open', 'paid', 'failed', 'expired', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_attempt` ON `payments` (`order_id`,`attempt`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_checkout` ON `payments` (`checkout_id`);--> statement-breakpoint
CREATE INDEX `payments_intent` ON `payments` (`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `payments_status` ON `payments` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount_pence` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`provider_id` text,
	`asked_by_staff_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_pence" > 0)
);
--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider` ON `refunds` (`provider_id`);--> statement-breakpoint
CREATE TABLE `shipments` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`loop_id` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`carrier` text,
	`tracking_number` text,
	`reprint_of` text,
	`reprint_reason` text,
	`expected_day` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `shipments_state` ON `shipments` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `shipments_order` ON `shipments` (`order_id`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text NOT NULL,
	`payload` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`failure` text
);
--> statement-breakpoint
CREATE INDEX `webhook_events_waiting` ON `webhook_events` (`next_try_at`) WHERE processed_at IS NULL;--> statement-breakpoint
CREATE INDEX `webhook_events_received` ON `webhook_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `webhook_events_object` ON `webhook_events` (`object_id`,`type`);--> statement-breakpoint
CREATE TABLE `account_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`note` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `account_notes_account` ON `account_notes` (`account_id`,`at`);--> statement-breakpoint
CREATE TABLE `audit_events` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`staff_id` text,
	`act` text NOT NULL,
	`object_type` text NOT NULL,
	`object_id` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text,
	`at` integer NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_events_object` ON `audit_events` (`object_type`,`object_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_events_staff` ON `audit_events` (`staff_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_events_at` ON `audit_events` (`at`);--> statement-breakpoint
CREATE TABLE `check_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`suite` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`duration_ms` integer,
	`message` text DEFAULT '' NOT NULL,
	`details` text,
	`ran_by_staff_id` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `check_runs_at` ON `check_runs` (`at`);--> statement-breakpoint
CREATE TABLE `entry_views` (
	`id` text PRIMARY KEY NOT NULL,
	`entry_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `entry_views_entry` ON `entry_views` (`entry_id`,`at`);--> statement-breakpoint
CREATE TABLE `impersonations` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`account_id` text,
	`reason` text NOT NULL,
	`key_hash` text NOT NULL,
	`started_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `impersonations_key` ON `impersonations` (`key_hash`);--> statement-breakpoint
CREATE INDEX `impersonations_started` ON `impersonations` (`started_at`);--> statement-breakpoint
CREATE TABLE `staff` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`totp_sealed` text,
	`totp_last_step` integer,
	`entra_tenant_id` text,
	`entra_object_id` text,
	`is_active` integer DEFAULT true NOT NULL,
	`is_demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_signed_in_at` integer,
	CONSTRAINT "staff_role_word" CHECK(role IN ('super_admin', 'support', 'moderator', 'production', 'marketing', 'analyst'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email_unique` ON `staff` (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX `staff_entra` ON `staff` (`entra_tenant_id`,`entra_object_id`);--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `staff_sessions_staff` ON `staff_sessions` (`staff_id`);--> statement-breakpoint
CREATE TABLE `pending_vouchers` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`voucher_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`voucher_id`) REFERENCES `vouchers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `voucher_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`value_pence` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`made_by_staff_id` text NOT NULL,
	`approved_by_staff_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vouchers` (
	`id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`code_sealed` text NOT NULL,
	`last_four` text NOT NULL,
	`status` text DEFAULT 'ACTIVE' NOT NULL,
	`value_pence` integer NOT NULL,
	`currency` text DEFAULT 'GBP' NOT NULL,
	`theme` text,
	`type` text,
	`valid_from` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`recipient_name` text,
	`recipient_email` text,
	`gift_message` text,
	`send_on_day` text,
	`sent_at` integer,
	`opened_at` integer,
	`purchased_by_account_id` text,
	`order_id` text,
	`batch_id` text,
	`redeemed_by_account_id` text,
	`redeemed_at` integer,
	`loop_id` text,
	`is_test` integer DEFAULT false NOT NULL,
	`is_demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`purchased_by_account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`redeemed_by_account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`loop_id`) REFERENCES `loops`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "vouchers_status_word" CHECK(status IN ('ACTIVE', 'REDEEMED', 'EXPIRED', 'CANCELLED', 'SUSPENDED')),
	CONSTRAINT "vouchers_value" CHECK("vouchers"."value_pence" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_order` ON `vouchers` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_loop` ON `vouchers` (`loop_id`);--> statement-breakpoint
CREATE INDEX `vouchers_status` ON `vouchers` (`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `vouchers_buyer` ON `vouchers` (`purchased_by_account_id`);--> statement-breakpoint
CREATE INDEX `vouchers_recipient` ON `vouchers` (`recipient_email`);--> statement-breakpoint
CREATE INDEX `vouchers_created` ON `vouchers` (`created_at`);