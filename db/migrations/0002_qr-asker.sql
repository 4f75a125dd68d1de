ALTER TABLE `qr_sessions` ADD `browser` text;--> statement-breakpoint
ALTER TABLE `qr_sessions` ADD `address` text;