CREATE TABLE `appointments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day` text NOT NULL,
	`time` text NOT NULL,
	`name` text,
	`queue_id` integer,
	`patient_id` integer,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`patient_id`) REFERENCES `patients`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `appointments_day` ON `appointments` (`day`,`time`);--> statement-breakpoint
CREATE INDEX `appointments_named` ON `appointments` (`day`) WHERE "appointments"."name" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_patient_unique` ON `appointments` (`patient_id`) WHERE "appointments"."patient_id" is not null;--> statement-breakpoint
ALTER TABLE `patients` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `patients` ADD `appointment_at` text;--> statement-breakpoint
CREATE INDEX `patients_phone` ON `patients` (`day`) WHERE "patients"."phone" is not null;--> statement-breakpoint
ALTER TABLE `tv_devices` ADD `kind` text DEFAULT 'tv' NOT NULL;--> statement-breakpoint
ALTER TABLE `tv_pairings` ADD `kind` text DEFAULT 'tv' NOT NULL;