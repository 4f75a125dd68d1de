import type { StoredCheck } from './ledger.ts'

/** How many patients went to General because their queue ended: 'prefix X, inactive, 3 to General'. */
const MOVED_BY_DEACTIVATION = `select coalesce(sum(
    cast(substr(detail, instr(detail, 'inactive, ') + length('inactive, ')) as integer)), 0)
  from audit where action = 'queue changed' and detail like '%inactive, % to General'`

const STEPS = `(select *, row_number() over (partition by patient_id order by id) - 1 as place
  from journey)`
const IS_CARRIED_OUT = `asked.patient_id = step.patient_id and asked.seen_steps = step.place
  and asked.status = case step.action when 'called again' then 'called'
    when 'brought back' then 'waiting' else step.action end
  and (asked.status <> 'called'
    or asked.room_id = (select id from rooms where name = step.room_name))
  and (asked.status <> 'moved'
    or asked.queue_id is (select id from queues where name = step.queue_name))`

/** Others may be the moves of a queue that was deactivated. */
const IS_BY_A_DESK = `step.action <> 'moved' or step.queue_name <> 'General'
  or exists (select * from asked where ${IS_CARRIED_OUT} and outcome <> 'refused')`

/** What is wrong with the rows by themselves, or lost of what was acknowledged. */
const ROWS = [
  `select nullif(integrity_check, 'ok') as error from pragma_integrity_check`,
  `select 'a reference of ' || "table" || ' leads nowhere' as error
    from pragma_foreign_key_check(null, 'clinic')`,
  `select case
      when patients.id is null then 'patient ' || id || ' was acknowledged and is lost'
      when prefix || printf('%03d', number) <> known.label or patients.day <> known.day
      then 'patient ' || id || ' has a different number than acknowledged'
      when (select queue_name from journey where patient_id = known.id order by journey.id limit 1)
        is not known.queue_name
      then 'patient ' || id || ' was registered in another queue than acknowledged'
      when (select count(*) from journey where patient_id = known.id) < steps
      then 'patient ' || id || ' has lost a step'
    end as error
    from acknowledged as known left join patients using (id)`,
  // Who was deleted after the check-in is expected again.
  `select iif(count(*) > 1, name || ' was registered twice', null) as error
    from patients where appointment_at is null or deleted_at is null group by name`,
  `select case
      when count(distinct number) < count(*) then 'a number was given twice on ' || day
      when max(number) <> count(*) then 'there is a gap in the numbers of ' || day || prefix
    end as error
    from patients group by day, series, prefix`,
  `select iif(calls.patient_id is known.patient_id, null,
      'call ' || sequence || ' was acknowledged and is lost') as error
    from acknowledged_calls as known left join calls using (sequence)`,
  `select iif(max(sequence) = count(*), null, 'the calls are not numbered one after another')
    as error from calls having count(*) > 0`,
]

/**
 * A step is stored only if a desk asked for it and was not told that it was refused, for example
 * because it came too late. One that was stored twice would need a second desk that asked for it.
 */
const ASKED = [
  `select iif(exists (select * from asked where ${IS_CARRIED_OUT} and outcome <> 'refused'), null,
      'patient ' || patient_id || ', step ' || place || ', ' || action
      || ': nobody asked for it, or it was refused') as error
    from ${STEPS} as step where place > 0 and (${IS_BY_A_DESK})`,
  `select iif(count(*) = (${MOVED_BY_DEACTIVATION}), null,
      count(*) || ' moves to General were asked for by no desk and made by no queue that ended')
      as error
    from ${STEPS} as step where place > 0 and not (${IS_BY_A_DESK})`,
  `with step as ${STEPS}
    select iif(exists (select * from step where ${IS_CARRIED_OUT}), null,
      'patient ' || patient_id || ', step ' || seen_steps || ', ' || status || ': lost') as error
    from asked where outcome = 'done' and status <> 'deleted'`,
  `select case
      when deleted_at is null and max(outcome = 'done')
      then 'patient ' || patient_id || ': the deletion is lost'
      when deleted_at is not null and min(outcome = 'refused')
      then 'patient ' || patient_id || ' is deleted, although every desk was refused'
    end as error
    from asked join patients on patients.id = patient_id
    where asked.status = 'deleted' group by patient_id`,
]

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

export const STORED_CHECKS: StoredCheck[] = Object.entries({
  rows: ROWS,
  steps: ASKED,
  queues: QUEUES,
  appointments: CHECK_INS,
}).flatMap(([about, queries]) => queries.map(query => ({ about, query })))
