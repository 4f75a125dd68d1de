-- Version 1.0.0 showed this gradient for a ground whose own was never chosen.
INSERT INTO `settings` (`key`, `value`, `category`, `updated_at`)
SELECT replace(`key`, 'Mode', 'Gradient'), 'linear-gradient(135deg, #fbbf24 0%, #f59e0b 100%)', `category`, `updated_at`
FROM `settings`
WHERE `value` = 'gradient' AND `key` IN ('headerBackgroundMode', 'callBackgroundMode', 'prayerTimesBackgroundMode',
  'weatherBackgroundMode', 'queueBackgroundMode', 'queueItemBackgroundMode', 'marqueeBackgroundMode')
ON CONFLICT DO NOTHING;
