import type { StoredCheck } from './ledger.ts'

/** How many patients went to General because their queue ended: 'prefix X, inactive, 3 to General'. */
export const MOVED_BY_DEACTIVATION = `select coalesce(sum(
    cast(substr(detail, instr(detail, 'inactive, ') + length('inactive, ')) as integer)), 0)
  from audit where action = 'queue changed' and detail like '%inactive, % to General'`

/** The newest entry of each journey that names a queue and was not undone. */
const LAST_QUEUE = `(select patient_id, queue_name, max(id) from (
    select *, lead(action) over (partition by patient_id order by id) as next from journey)
  where action in ('registered', 'moved') and next is not 'undone' group by patient_id)`

const QUEUES = [
  `select iif(is_active or patients.deleted_at is not null or status in ('completed', 'no-show'),
      null, 'patient ' || patients.id || ' waits in ' || queues.name || ', which is not active')
      as error
    from patients join queues on queues.id = queue_id`,
  // An undone step leads to General if the queue of before has ended.
  `select iif(queues.name is nullif(last.queue_name, 'General') or (queue_id is null and exists
        (select * from journey where patient_id = patients.id and action = 'undone')), null,
      'patient ' || patients.id || ' is in ' || coalesce(queues.name, 'General') || ' instead of '
      || coalesce(last.queue_name, 'General')) as error
    from ${LAST_QUEUE} as last join patients on patients.id = last.patient_id
    left join queues on queues.id = queue_id`,
]

const CHECK_INS = [
  `select iif(count(appointments.id) = 1, null, 'patient ' || patients.id || ' checked in, and has '
      || count(appointments.id) || ' appointments') as error
    from patients left join appointments on appointments.patient_id = patients.id
    where appointment_at is not null and patients.deleted_at is null group by patients.id`,
  `select case
      when patients.appointment_at is null
      then 'patient ' || patients.id || ' did not check in, and has an appointment'
      when patients.name <> appointments.name
      then 'patient ' || patients.id || ' has the appointment of ' || appointments.name
    end as error
    from appointments join patients on patients.id = patient_id`,
  `select iif(appointments.patient_id is known.patient_id or patients.deleted_at is not null, null,
      'the check-in of patient ' || known.patient_id || ' was acknowledged and is lost') as error
    from acknowledged_check_ins as known
    left join patients on patients.id = known.patient_id
    left join appointments on appointments.id = known.appointment_id`,
  `select iif(count(*) > 1, name || ' is expected twice at ' || time, null) as error
    from appointments group by day, time, name`,
]

/** Whatever was stored has its line, and nothing else has one. */
const AUDIT = [
  `select iif(count(*) = (select count(*) from audit where action = 'patient moved')
      + (${MOVED_BY_DEACTIVATION}), null, count(*) || ' moves are not those of the audit') as error
    from journey where action = 'moved'`,
  `select iif(count(*) = (select count(*) from audit
      where action = 'patient registered' and detail = 'appointment'), null,
      count(*) || ' check-ins are not those of the audit') as error
    from patients where appointment_at is not null`,
  `select iif(count(*) = (select count(*) from audit
      where action = 'patient registered' and detail like '%kiosk %'), null,
      count(*) || ' registrations of the kiosk are not those of the audit') as error
    from patients where type = 'kiosk'`,
]

export const QUEUE_CHECKS: StoredCheck[] = [
  ...QUEUES.map(query => ({ about: 'queues', query })),
  ...CHECK_INS.map(query => ({ about: 'appointments', query })),
  ...AUDIT.map(query => ({ about: 'audit', query })),
]
