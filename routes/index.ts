import { account } from './account.tsx'
import { administration } from './administration.tsx'
import { audit } from './audit.tsx'
import { dashboard } from './dashboard.tsx'
import { dispensary } from './dispensary.tsx'
import { displays } from './displays.tsx'
import { management } from './management.tsx'
import type { Page } from './page.ts'
import { queue } from './queue.tsx'
import { register } from './register.tsx'
import { reports } from './reports/index.tsx'
import { settings } from './settings.tsx'

export const PAGES: Page[] = [
  dashboard,
  register,
  queue,
  dispensary,
  settings,
  account,
  management,
  administration,
  displays,
  reports,
  audit,
]
