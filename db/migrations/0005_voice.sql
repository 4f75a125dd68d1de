CREATE TABLE `voice_recordings` (
	`language` text NOT NULL,
	`clip` text NOT NULL,
	`mp3` blob NOT NULL,
	`saved_at` text NOT NULL,
	PRIMARY KEY(`language`, `clip`)
);
--> statement-breakpoint
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
ALTER TABLE `rooms` ADD `spoken_as` text;