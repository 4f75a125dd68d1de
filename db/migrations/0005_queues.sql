CREATE TABLE `queue_rooms` (
	`queue_id` integer NOT NULL,
	`room_id` integer NOT NULL,
	PRIMARY KEY(`queue_id`, `room_id`),
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `queues` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`prefix` text,
	`serves_general` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`deleted_at` text
);
--> statement-breakpoint
-- The rule of action is another one, which only a new table can have. The migrator keeps foreign keys off meanwhile.
CREATE TABLE `__new_journey` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`patient_id` integer NOT NULL,
	`action` text NOT NULL,
	`timestamp` text NOT NULL,
	`room_name` text,
	`requeue_reason` text,
	`from_room` text,
	`queue_name` text,
	`by_user_id` integer,
	`by_username` text,
	FOREIGN KEY (`patient_id`) REFERENCES `patients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "journey_action_check" CHECK("__new_journey"."action" in ('registered', 'called', 'called again', 'in progress', 'dispensary', 'requeue', 'completed', 'missed', 'no-show', 'brought back', 'moved', 'undone'))
);
--> statement-breakpoint
INSERT INTO `__new_journey`("id", "patient_id", "action", "timestamp", "room_name", "requeue_reason", "from_room", "queue_name", "by_user_id", "by_username") SELECT "id", "patient_id", "action", "timestamp", "room_name", "requeue_reason", "from_room", NULL, "by_user_id", "by_username" FROM `journey`;--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = '__new_journey';--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_journey', seq FROM sqlite_sequence WHERE name = 'journey';--> statement-breakpoint
DROP TABLE `journey`;--> statement-breakpoint
ALTER TABLE `__new_journey` RENAME TO `journey`;--> statement-breakpoint
CREATE INDEX `journey_patient` ON `journey` (`patient_id`);--> statement-breakpoint
DROP INDEX `patients_day_number_unique`;--> statement-breakpoint
ALTER TABLE `patients` ADD `prefix` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `patients` ADD `queue_id` integer REFERENCES queues(id);--> statement-breakpoint
CREATE INDEX `patients_queue` ON `patients` (`queue_id`) WHERE "patients"."queue_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `patients_day_number_unique` ON `patients` (`day`,`series`,`prefix`,`number`);