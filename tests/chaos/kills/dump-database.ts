import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'

/** A process of its own, because an opened database stays locked until its process ends. */
const client = createClient({ url: pathToFileURL(process.argv[2] ?? '').href })
const rows = async (query: string) => (await client.execute(query)).rows.map(row => ({ ...row }))

console.log(
  JSON.stringify({
    integrityErrors: await rows('pragma integrity_check'),
    foreignKeyViolations: await rows('pragma foreign_key_check'),
    patients: await rows(`select id, name, number, day, series, status, window_id as windowId,
      is_priority as isPriority, ready_for_dispensary as isForDispensary, deleted_at as deletedAt,
      registered_at as registeredAt,
      (select count(*) from journey where patient_id = patients.id) as steps from patients order by id`),
    journey: await rows(
      'select patient_id as patientId, action, room_name as room from journey order by id',
    ),
    rooms: await rows(
      'select id, name, is_active as isActive from rooms order by is_permanent, id',
    ),
    calls:
      await rows(`select sequence, patient_id as patientId, room_name as room, called_at as calledAt
      from calls order by rowid`),
    media: await rows('select id, filename from media where mime is not null'),
  }),
)
