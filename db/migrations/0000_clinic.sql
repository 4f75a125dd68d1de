CREATE TABLE `media` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`filename` text NOT NULL,
	`mime` text,
	`bytes` integer,
	`url` text,
	`is_logo` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "media_type_check" CHECK("media"."type" in ('image', 'video', 'youtube')),
	CONSTRAINT "media_file_check" CHECK(("media"."url" is null) = ("media"."mime" is not null))
);
--> statement-breakpoint
CREATE INDEX `media_filename` ON `media` (`filename`);--> statement-breakpoint
CREATE TABLE `media_parts` (
	`filename` text NOT NULL,
	`part` integer NOT NULL,
	`bytes` blob NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`filename`, `part`)
);
--> statement-breakpoint
CREATE INDEX `media_parts_at` ON `media_parts` (`at`,`filename`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`category` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "settings_category_check" CHECK("settings"."category" in ('display', 'audio'))
);
--> statement-breakpoint
CREATE TABLE `voice_recordings` (
	`language` text NOT NULL,
	`clip` text NOT NULL,
	`mp3` blob NOT NULL,
	`saved_at` text NOT NULL,
	PRIMARY KEY(`language`, `clip`)
);
--> statement-breakpoint
CREATE TABLE `calls` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`patient_id` integer NOT NULL,
	`room_name` text NOT NULL,
	`window_id` integer,
	`called_at` text NOT NULL,
	`is_withdrawn` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`patient_id`) REFERENCES `patients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`window_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `calls_patient` ON `calls` (`patient_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `journey` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`patient_id` integer NOT NULL,
	`action` text NOT NULL,
	`timestamp` text NOT NULL,
	`room_name` text,
	`requeue_reason` text,
	`from_room` text,
	`by_user_id` integer,
	`by_username` text,
	FOREIGN KEY (`patient_id`) REFERENCES `patients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "journey_action_check" CHECK("journey"."action" in ('registered', 'called', 'called again', 'in progress', 'dispensary', 'requeue', 'completed', 'missed', 'no-show', 'brought back', 'undone'))
);
--> statement-breakpoint
CREATE INDEX `journey_patient` ON `journey` (`patient_id`);--> statement-breakpoint
CREATE TABLE `patients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`series` integer NOT NULL,
	`number` integer NOT NULL,
	`name` text,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`registered_at` text NOT NULL,
	`called_at` text,
	`window_id` integer,
	`last_window_id` integer,
	`requeue_reason` text,
	`is_priority` integer NOT NULL,
	`priority_reason` text,
	`is_discreet` integer DEFAULT false NOT NULL,
	`ready_for_dispensary` integer NOT NULL,
	`hold_kind` text,
	`hold_until` text,
	`hold_calls_left` integer,
	`missed_count` integer DEFAULT 0 NOT NULL,
	`deleted_at` text,
	`reset_id` integer,
	`forgotten_at` text,
	FOREIGN KEY (`window_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`last_window_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "patients_status_check" CHECK("patients"."status" in ('waiting', 'called', 'in-progress', 'completed', 'requeue', 'no-show')),
	CONSTRAINT "patients_number_check" CHECK("patients"."number" >= 1),
	CONSTRAINT "patients_name_check" CHECK("patients"."name" is null or length("patients"."name") between 1 and 100),
	CONSTRAINT "patients_room_check" CHECK("patients"."window_id" is null
        or ("patients"."status" in ('called', 'in-progress') and "patients"."deleted_at" is null)),
	CONSTRAINT "patients_called_at_check" CHECK("patients"."status" not in ('called', 'in-progress') or "patients"."called_at" is not null),
	CONSTRAINT "patients_dispensary_check" CHECK("patients"."status" not in ('completed', 'no-show') or not "patients"."ready_for_dispensary"),
	CONSTRAINT "patients_hold_check" CHECK(case "patients"."hold_kind"
        when 'missed' then "patients"."hold_calls_left" >= 0 and "patients"."hold_until" is null
        when 'timed' then "patients"."hold_until" is not null and "patients"."hold_calls_left" is null
        else "patients"."hold_kind" is null and "patients"."hold_until" is null and "patients"."hold_calls_left" is null end),
	CONSTRAINT "patients_hold_status_check" CHECK("patients"."hold_kind" is null or "patients"."status" = 'requeue'),
	CONSTRAINT "patients_missed_count_check" CHECK("patients"."missed_count" >= 0),
	CONSTRAINT "patients_requeue_reason_check" CHECK("patients"."status" <> 'requeue' or "patients"."requeue_reason" is not null or "patients"."forgotten_at" is not null),
	CONSTRAINT "patients_priority_reason_check" CHECK("patients"."is_priority" = ("patients"."priority_reason" is not null) or "patients"."forgotten_at" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `patients_day_number_unique` ON `patients` (`day`,`series`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `patients_room_unique` ON `patients` (`window_id`) WHERE "patients"."window_id" is not null;--> statement-breakpoint
CREATE INDEX `patients_registered_at` ON `patients` (`registered_at`);--> statement-breakpoint
CREATE INDEX `patients_called_at` ON `patients` (`called_at`);--> statement-breakpoint
CREATE INDEX `patients_remembered` ON `patients` (`day`) WHERE "patients"."forgotten_at" is null;--> statement-breakpoint
CREATE INDEX `patients_hold` ON `patients` (`hold_kind`) WHERE "patients"."hold_kind" is not null;--> statement-breakpoint
CREATE TABLE `queue_resets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`at` text NOT NULL,
	`by_user_id` integer,
	`deleted_count` integer NOT NULL,
	`undone_at` text,
	FOREIGN KEY (`by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `queue_resets_day` ON `queue_resets` (`day`,`undone_at`,`at`);--> statement-breakpoint
CREATE TABLE `rooms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_permanent` integer NOT NULL,
	`spoken_as` text,
	CONSTRAINT "rooms_name_check" CHECK(trim("rooms"."name") <> '')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rooms_name_unique` ON `rooms` (lower("name"));--> statement-breakpoint
CREATE TABLE `undoable_steps` (
	`patient_id` integer PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`state` text NOT NULL,
	`steps` integer NOT NULL,
	`at` text NOT NULL,
	`call_sequence` integer,
	`counted_down` text NOT NULL,
	FOREIGN KEY (`patient_id`) REFERENCES `patients`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`user_id` integer,
	`username` text,
	`address` text,
	`action` text NOT NULL,
	`subject` text,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit` (`action`);--> statement-breakpoint
CREATE INDEX `audit_user` ON `audit` (`username`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`response` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_at` ON `idempotency_keys` (`at`);--> statement-breakpoint
CREATE TABLE `report_days` (
	`day` text PRIMARY KEY NOT NULL,
	`sums` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_token_unique` ON `api_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `qr_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`state` text NOT NULL,
	`user_id` integer,
	`tv_code_hash` text,
	`phone_code_hash` text,
	`failed_tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "qr_sessions_state_check" CHECK("qr_sessions"."state" in ('active', 'authorized', 'complete', 'expired')),
	CONSTRAINT "qr_sessions_user_check" CHECK("qr_sessions"."state" not in ('authorized', 'complete') or "qr_sessions"."user_id" is not null)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_kind_check" CHECK("sessions"."kind" in ('staff', 'tv'))
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `tv_days` (
	`tv_id` integer NOT NULL,
	`day` text NOT NULL,
	`shown` integer NOT NULL,
	`unheard` integer NOT NULL,
	`missed` integer NOT NULL,
	PRIMARY KEY(`day`, `tv_id`),
	FOREIGN KEY (`tv_id`) REFERENCES `tv_devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `tv_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`token_hash` text,
	`created_at` text NOT NULL,
	`last_seen_at` text,
	`revoked_at` text,
	`options` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "tv_devices_revoked_check" CHECK(("tv_devices"."revoked_at" is null) = ("tv_devices"."token_hash" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tv_devices_token_unique` ON `tv_devices` (`token_hash`);--> statement-breakpoint
CREATE TABLE `tv_pairings` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`token_hash` text NOT NULL,
	`address` text NOT NULL,
	`state` text NOT NULL,
	`ends_at` integer NOT NULL,
	CONSTRAINT "tv_pairings_state_check" CHECK("tv_pairings"."state" in ('waiting', 'paired', 'told'))
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`folded` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "users_role_check" CHECK("users"."role" in ('user', 'admin'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_unique` ON `users` (`folded`);