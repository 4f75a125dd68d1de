import type { Screen } from '../state.ts'
import { ACCOUNT } from './account.ts'
import { DASHBOARD } from './dashboard.ts'
import { DISPENSARY_SCREEN } from './dispensary.ts'
import { LOGIN } from './login.ts'
import { PHONE_PAGE } from './phone.ts'
import { QUEUE } from './queue.ts'
import { REGISTER } from './register.ts'
import { SETTINGS } from './settings.ts'
import { SYSTEM } from './system.ts'
import { TV } from './tv.ts'
import { TV_OPTIONS } from './tv-options.ts'
import { TV_WITHOUT_PICTURE } from './tv-without-picture.ts'
import { USERS } from './users.ts'

export const SCREENS: Screen[] = [
  LOGIN,
  PHONE_PAGE,
  DASHBOARD,
  REGISTER,
  QUEUE,
  DISPENSARY_SCREEN,
  SYSTEM,
  USERS,
  SETTINGS,
  ACCOUNT,
  TV,
  TV_OPTIONS,
  TV_WITHOUT_PICTURE,
]
