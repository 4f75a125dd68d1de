CREATE TABLE `prayer_days` (
	`date` text PRIMARY KEY NOT NULL,
	`zone` text NOT NULL,
	`fajr` integer NOT NULL,
	`dhuhr` integer NOT NULL,
	`asr` integer NOT NULL,
	`maghrib` integer NOT NULL,
	`isha` integer NOT NULL,
	CONSTRAINT "prayer_days_minutes_check" CHECK(min("prayer_days"."fajr", "prayer_days"."dhuhr", "prayer_days"."asr", "prayer_days"."maghrib", "prayer_days"."isha") >= 0
        and max("prayer_days"."fajr", "prayer_days"."dhuhr", "prayer_days"."asr", "prayer_days"."maghrib", "prayer_days"."isha") < 1440)
);
