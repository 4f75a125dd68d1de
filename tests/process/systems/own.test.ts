import { setDefaultTimeout } from 'bun:test'
import { testClinicDays } from '../../support/server/clinic-days.ts'
import { NATIVE } from '../../support/server/systems.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

testClinicDays(NATIVE)
