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
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_journey` (
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
	CONSTRAINT "journey_action" CHECK("__new_journey"."action" in ('registered', 'called', 'called again', 'in progress', 'dispensary', 'requeue', 'completed', 'missed', 'no-show', 'brought back', 'undone'))
);
--> statement-breakpoint
INSERT INTO `__new_journey`("id", "patient_id", "action", "timestamp", "room_name", "requeue_reason", "from_room", "by_user_id") SELECT "id", "patient_id", "action", "timestamp", "room_name", "requeue_reason", "from_room", "by_user_id" FROM `journey`;--> statement-breakpoint
-- The highest id may be of a row that is gone, for example after a restore.
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_journey';--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_journey', `seq` FROM `sqlite_sequence` WHERE `name` = 'journey';--> statement-breakpoint
DROP TABLE `journey`;--> statement-breakpoint
ALTER TABLE `__new_journey` RENAME TO `journey`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `journey_of_a_patient` ON `journey` (`patient_id`);--> statement-breakpoint
CREATE TABLE `__new_patients` (
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
	`hold_kind` text,
	`hold_until` text,
	`hold_calls_left` integer,
	`missed_count` integer DEFAULT 0 NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`window_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`last_window_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "patient_status" CHECK("__new_patients"."status" in ('waiting', 'called', 'in-progress', 'completed', 'requeue', 'no-show')),
	CONSTRAINT "numbers_start_at_1" CHECK("__new_patients"."number" >= 1),
	CONSTRAINT "name_fits" CHECK("__new_patients"."name" is null or length("__new_patients"."name") between 1 and 100),
	CONSTRAINT "only_called_patients_are_in_a_room" CHECK("__new_patients"."window_id" is null
        or ("__new_patients"."status" in ('called', 'in-progress') and "__new_patients"."deleted_at" is null)),
	CONSTRAINT "called_means_called_once" CHECK("__new_patients"."status" not in ('called', 'in-progress') or "__new_patients"."called_at" is not null),
	CONSTRAINT "finished_needs_no_dispensary" CHECK("__new_patients"."status" not in ('completed', 'no-show') or not "__new_patients"."ready_for_dispensary"),
	CONSTRAINT "hold_is_missed_or_timed" CHECK(case "__new_patients"."hold_kind"
        when 'missed' then "__new_patients"."hold_calls_left" >= 0 and "__new_patients"."hold_until" is null
        when 'timed' then "__new_patients"."hold_until" is not null and "__new_patients"."hold_calls_left" is null
        else "__new_patients"."hold_kind" is null and "__new_patients"."hold_until" is null and "__new_patients"."hold_calls_left" is null end),
	CONSTRAINT "only_requeued_patients_are_on_hold" CHECK("__new_patients"."hold_kind" is null or "__new_patients"."status" = 'requeue'),
	CONSTRAINT "missed_count_is_not_negative" CHECK("__new_patients"."missed_count" >= 0),
	CONSTRAINT "requeue_has_a_reason" CHECK("__new_patients"."status" <> 'requeue' or "__new_patients"."requeue_reason" is not null),
	CONSTRAINT "priority_has_a_reason" CHECK("__new_patients"."is_priority" = ("__new_patients"."priority_reason" is not null))
);
--> statement-breakpoint
INSERT INTO `__new_patients`("id", "day", "series", "number", "name", "type", "status", "registered_at", "called_at", "window_id", "last_window_id", "requeue_reason", "is_priority", "priority_reason", "ready_for_dispensary", "deleted_at") SELECT "id", "day", "series", "number", "name", "type", "status", "registered_at", "called_at", "window_id", "last_window_id", "requeue_reason", "is_priority", "priority_reason", "ready_for_dispensary", "deleted_at" FROM `patients`;--> statement-breakpoint
-- The highest id may be of a row that is gone, for example after a restore.
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_patients';--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_patients', `seq` FROM `sqlite_sequence` WHERE `name` = 'patients';--> statement-breakpoint
DROP TABLE `patients`;--> statement-breakpoint
ALTER TABLE `__new_patients` RENAME TO `patients`;--> statement-breakpoint
CREATE UNIQUE INDEX `a_number_once_a_day` ON `patients` (`day`,`series`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_patient_a_room` ON `patients` (`window_id`) WHERE "patients"."window_id" is not null;--> statement-breakpoint
CREATE INDEX `patients_by_registration` ON `patients` (`registered_at`);--> statement-breakpoint
CREATE INDEX `patients_by_last_call` ON `patients` (`called_at`);--> statement-breakpoint
CREATE INDEX `patients_on_hold` ON `patients` (`hold_kind`) WHERE "patients"."hold_kind" is not null;--> statement-breakpoint
DROP INDEX `resets_of_a_day`;--> statement-breakpoint
ALTER TABLE `queue_resets` ADD `undone_at` text;--> statement-breakpoint
CREATE INDEX `resets_of_a_day` ON `queue_resets` (`day`,`undone_at`,`at`);--> statement-breakpoint
ALTER TABLE `calls` ADD `is_withdrawn` integer DEFAULT false NOT NULL;