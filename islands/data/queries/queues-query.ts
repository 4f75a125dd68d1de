import type { ClinicQueue } from '#domain/queues/patient-queue'
import { api, unwrap } from '../api.ts'
import { query } from '../query.ts'

/** All queues, active or not. */
export function queryQueues(initial: ClinicQueue[]) {
  return query('queues', () => unwrap(api.queues.$get()), initial, { every: null })
}
