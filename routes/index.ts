import { dashboard } from './dashboard.tsx'
import type { Page } from './page.ts'
import { queue } from './queue.tsx'
import { register } from './register.tsx'

/** Every screen of the signed-in, by its address. */
export const PAGES: Page[] = [dashboard, register, queue]
