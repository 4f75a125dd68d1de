export * from './display.ts'
export * from './queue.ts'
export * from './system.ts'
export * from './users.ts'
