-- The rule of hold_kind is another one, which only a new table can have. The migrator keeps foreign keys off meanwhile.
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
	CONSTRAINT "patients_status_check" CHECK("__new_patients"."status" in ('waiting', 'called', 'in-progress', 'completed', 'requeue', 'no-show')),
	CONSTRAINT "patients_number_check" CHECK("__new_patients"."number" >= 1),
	CONSTRAINT "patients_name_check" CHECK("__new_patients"."name" is null or length("__new_patients"."name") between 1 and 100),
	CONSTRAINT "patients_room_check" CHECK("__new_patients"."window_id" is null
        or ("__new_patients"."status" in ('called', 'in-progress') and "__new_patients"."deleted_at" is null)),
	CONSTRAINT "patients_called_at_check" CHECK("__new_patients"."status" not in ('called', 'in-progress') or "__new_patients"."called_at" is not null),
	CONSTRAINT "patients_dispensary_check" CHECK("__new_patients"."status" not in ('completed', 'no-show') or not "__new_patients"."ready_for_dispensary"),
	CONSTRAINT "patients_hold_check" CHECK(case "__new_patients"."hold_kind"
        when 'missed' then "__new_patients"."hold_calls_left" >= 0 and "__new_patients"."hold_until" is null
        when 'timed' then "__new_patients"."hold_until" is not null and "__new_patients"."hold_calls_left" is null
        when 'away' then coalesce("__new_patients"."hold_calls_left", 0) >= 0 and "__new_patients"."hold_until" is null
        else "__new_patients"."hold_kind" is null and "__new_patients"."hold_until" is null and "__new_patients"."hold_calls_left" is null end),
	CONSTRAINT "patients_hold_status_check" CHECK("__new_patients"."hold_kind" is null or "__new_patients"."status" = 'requeue'),
	CONSTRAINT "patients_missed_count_check" CHECK("__new_patients"."missed_count" >= 0),
	CONSTRAINT "patients_requeue_reason_check" CHECK("__new_patients"."status" <> 'requeue' or "__new_patients"."requeue_reason" is not null or "__new_patients"."forgotten_at" is not null),
	CONSTRAINT "patients_priority_reason_check" CHECK("__new_patients"."is_priority" = ("__new_patients"."priority_reason" is not null) or "__new_patients"."forgotten_at" is not null)
);
--> statement-breakpoint
INSERT INTO `__new_patients`("id", "day", "series", "number", "name", "type", "status", "registered_at", "called_at", "window_id", "last_window_id", "requeue_reason", "is_priority", "priority_reason", "is_discreet", "ready_for_dispensary", "hold_kind", "hold_until", "hold_calls_left", "missed_count", "deleted_at", "reset_id", "forgotten_at") SELECT "id", "day", "series", "number", "name", "type", "status", "registered_at", "called_at", "window_id", "last_window_id", "requeue_reason", "is_priority", "priority_reason", "is_discreet", "ready_for_dispensary", "hold_kind", "hold_until", "hold_calls_left", "missed_count", "deleted_at", "reset_id", "forgotten_at" FROM `patients`;--> statement-breakpoint
-- No id is given twice.
DELETE FROM sqlite_sequence WHERE name = '__new_patients';--> statement-breakpoint
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_patients', seq FROM sqlite_sequence WHERE name = 'patients';--> statement-breakpoint
DROP TABLE `patients`;--> statement-breakpoint
ALTER TABLE `__new_patients` RENAME TO `patients`;--> statement-breakpoint
CREATE UNIQUE INDEX `patients_day_number_unique` ON `patients` (`day`,`series`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `patients_room_unique` ON `patients` (`window_id`) WHERE "patients"."window_id" is not null;--> statement-breakpoint
CREATE INDEX `patients_registered_at` ON `patients` (`registered_at`);--> statement-breakpoint
CREATE INDEX `patients_called_at` ON `patients` (`called_at`);--> statement-breakpoint
CREATE INDEX `patients_remembered` ON `patients` (`day`) WHERE "patients"."forgotten_at" is null;--> statement-breakpoint
CREATE INDEX `patients_hold` ON `patients` (`hold_kind`) WHERE "patients"."hold_kind" is not null;
