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
	CONSTRAINT "media_type" CHECK("media"."type" in ('image', 'video', 'youtube')),
	CONSTRAINT "file_or_link" CHECK(("media"."url" is null) = ("media"."mime" is not null))
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`category` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "setting_category" CHECK("settings"."category" in ('display', 'audio'))
);
--> statement-breakpoint
CREATE TABLE `answers` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`answer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `answers_by_age` ON `answers` (`at`);--> statement-breakpoint
CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `calls` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`patient_id` integer NOT NULL,
	`room_name` text NOT NULL,
	`called_at` text NOT NULL,
	FOREIGN KEY (`patient_id`) REFERENCES `patients`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `calls_of_a_patient` ON `calls` (`patient_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `journey` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`patient_id` integer NOT NULL,
	`action` text NOT NULL,
	`timestamp` text NOT NULL,
	`room_name` text,
	`requeue_reason` text,
	`from_room` text,
	`by_user_id` integer,
	FOREIGN KEY (`patient_id`) REFERENCES `patients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "journey_action" CHECK("journey"."action" in ('registered', 'called', 'called again', 'in progress', 'dispensary', 'requeue', 'completed'))
);
--> statement-breakpoint
CREATE INDEX `journey_of_a_patient` ON `journey` (`patient_id`);--> statement-breakpoint
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
	`ready_for_dispensary` integer NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`window_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`last_window_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "patient_status" CHECK("patients"."status" in ('waiting', 'called', 'in-progress', 'completed', 'requeue')),
	CONSTRAINT "numbers_start_at_1" CHECK("patients"."number" >= 1),
	CONSTRAINT "name_fits" CHECK("patients"."name" is null or length("patients"."name") between 1 and 100),
	CONSTRAINT "only_called_patients_are_in_a_room" CHECK("patients"."window_id" is null
        or ("patients"."status" in ('called', 'in-progress') and "patients"."deleted_at" is null)),
	CONSTRAINT "called_means_called_once" CHECK("patients"."status" not in ('called', 'in-progress') or "patients"."called_at" is not null),
	CONSTRAINT "completed_needs_no_dispensary" CHECK("patients"."status" <> 'completed' or not "patients"."ready_for_dispensary"),
	CONSTRAINT "requeue_has_a_reason" CHECK("patients"."status" <> 'requeue' or "patients"."requeue_reason" is not null),
	CONSTRAINT "priority_has_a_reason" CHECK("patients"."is_priority" = ("patients"."priority_reason" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `a_number_once_a_day` ON `patients` (`day`,`series`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_patient_a_room` ON `patients` (`window_id`) WHERE "patients"."window_id" is not null;--> statement-breakpoint
CREATE INDEX `patients_by_registration` ON `patients` (`registered_at`);--> statement-breakpoint
CREATE TABLE `queue_resets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`at` text NOT NULL,
	`by_user_id` integer,
	`deleted_count` integer NOT NULL,
	FOREIGN KEY (`by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `resets_of_a_day` ON `queue_resets` (`day`);--> statement-breakpoint
CREATE TABLE `rooms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_permanent` integer NOT NULL,
	CONSTRAINT "room_has_a_name" CHECK(trim("rooms"."name") <> '')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_room_a_name` ON `rooms` (lower("name"));--> statement-breakpoint
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
	CONSTRAINT "qr_state" CHECK("qr_sessions"."state" in ('waiting', 'authorized', 'completed', 'expired')),
	CONSTRAINT "authorized_by_someone" CHECK("qr_sessions"."state" not in ('authorized', 'completed') or "qr_sessions"."user_id" is not null)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "session_kind" CHECK("sessions"."kind" in ('staff', 'tv'))
);
--> statement-breakpoint
CREATE INDEX `sessions_of_a_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `tv_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`token_hash` text,
	`created_at` text NOT NULL,
	`last_seen_at` text,
	`revoked_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "revoked_or_usable" CHECK(("tv_devices"."revoked_at" is null) = ("tv_devices"."token_hash" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_device_a_token` ON `tv_devices` (`token_hash`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`folded` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "user_role" CHECK("users"."role" in ('user', 'admin'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_user_a_name` ON `users` (`folded`);