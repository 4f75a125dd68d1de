export * from './display.ts'
export * from './machine.ts'
export * from './queue.ts'
export * from './users.ts'
