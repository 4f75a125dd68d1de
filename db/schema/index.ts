// The database also has the tables `tv_days` and `prayer_days` of version 1.1.0, which nothing reads.
export * from './queue.ts'
export * from './settings-and-media.ts'
export * from './system.ts'
export * from './users.ts'
