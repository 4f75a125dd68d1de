export * from './queue.ts'
export * from './settings-and-media.ts'
export * from './system.ts'
export * from './users.ts'
