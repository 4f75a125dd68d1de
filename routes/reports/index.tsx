import { addDays, DAY_MS, formatLongDay, isDay } from '#domain/time'
import { Alert } from '../../islands/ui/Alert.tsx'
import type { Period } from '../../server/long-reads/days.ts'
import { getToday, readReportPage } from '../../server/queries/reports.ts'
import type { Page } from '../page.ts'
import { PeriodForm } from './PeriodForm.tsx'
import {
  PatientsPer,
  Rooms,
  type Unit,
  WaitingByHour,
  WhenPeopleCome,
  WhenPeopleWait,
} from './pictures.tsx'
import { ReportSummary } from './ReportSummary.tsx'

export const reports: Page = {
  sheet: 'islands/reports/reports.css',
  async render({ app, query, csvSeparator }) {
    const today = getToday(app)
    const period = readPeriod(query, today)
    const unit = getUnit(period)
    const { now, earlier, hours, perUnit, heat, rooms, missing, targetMinutes, clinicName } =
      await readReportPage(app, { period, before: getPeriodBefore(period), unit })
    return (
      <div className="reports">
        <header className="page-head row">
          <h1 className="page-head__title">Reports</h1>
          <p className="reports__of">
            {clinicName}, {period.from} to {period.to}
          </p>
        </header>
        <PeriodForm period={period} today={today} visits={now.n} separator={csvSeparator} />
        <ReportSummary now={now} before={earlier} targetMinutes={targetMinutes} />
        {missing.length > 0 && (
          <Alert>
            Not counted: {missing.map(formatLongDay).join(', ')}. Tell your administrator: the
            program's log says why.
          </Alert>
        )}
        {now.n === 0 ? (
          <p className="frame reports__card">No patients were registered in this period.</p>
        ) : (
          <div className="reports__pictures">
            <WaitingByHour rows={hours} targetMinutes={targetMinutes} />
            <WhenPeopleCome cells={heat} />
            <PatientsPer rows={perUnit} unit={unit} />
            <WhenPeopleWait cells={heat} />
            <Rooms rooms={rooms} />
          </div>
        )}
        <HowCounted targetMinutes={targetMinutes} />
      </div>
    )
  },
}

const MOST_DAYS = 92

function readPeriod(query: (name: string) => string | undefined, today: string): Period {
  const [from = '', to = ''] = [query('from'), query('to')]
  if (isDay(from) && isDay(to) && from <= to) return { from, to }
  return { from: addDays(today, -6), to: today }
}

function getPeriodBefore({ from, to }: Period): Period {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return { from: addDays(from, -length), to: addDays(from, -1) }
}

/** More bars than days of a quarter could not be told apart. */
function getUnit({ from, to }: Period): Unit {
  if (from === to) return 'hour'
  return addDays(from, MOST_DAYS) > to ? 'day' : 'month'
}

function HowCounted({ targetMinutes }: { targetMinutes: number }) {
  return (
    <details className="frame reports__card">
      <summary>How this is counted</summary>
      <ul className="reports__definitions">
        <li>A patient counts on the clinic's day and in the hour of the registration.</li>
        <li>A wait lasts from the registration until the first call, in whole minutes.</li>
        <li>Within the target: called after at most {targetMinutes} min (Settings, Queue).</li>
        <li>
          Minutes with a patient last from a call until the next step: a test, the dispensary,
          another room, or the end. Time on hold is not counted, nor a call that was missed.
        </li>
        <li>
          The dispensary counts by itself: its wait begins when a room sends the patient there.
        </li>
        <li>A step that was undone counts for nothing, and so does a patient who was deleted.</li>
        <li>With fewer than five cases only their number is shown.</li>
        <li>"9 of 10" means that nine of ten patients waited that long or shorter.</li>
      </ul>
    </details>
  )
}
