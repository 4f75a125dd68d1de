ALTER TABLE `calls` ADD `window_id` integer REFERENCES rooms(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `patients` ADD `is_discreet` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tv_devices` ADD `options` text;