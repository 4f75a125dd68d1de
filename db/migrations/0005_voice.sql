CREATE TABLE `voice_recordings` (
	`language` text NOT NULL,
	`clip` text NOT NULL,
	`mp3` blob NOT NULL,
	`saved_at` text NOT NULL,
	PRIMARY KEY(`language`, `clip`)
);
--> statement-breakpoint
ALTER TABLE `rooms` ADD `spoken_as` text;