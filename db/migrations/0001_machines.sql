CREATE TABLE `media_parts` (
	`filename` text NOT NULL,
	`part` integer NOT NULL,
	`bytes` blob NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`filename`, `part`)
);
--> statement-breakpoint
CREATE TABLE `tv_pairings` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`token_hash` text NOT NULL,
	`state` text NOT NULL,
	`ends_at` integer NOT NULL,
	CONSTRAINT "pairing_state" CHECK("tv_pairings"."state" in ('waiting', 'paired', 'told'))
);
