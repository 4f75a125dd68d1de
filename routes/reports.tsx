import {
  formatPeriod,
  getPeriodBefore,
  getUnit,
  type Period,
  readPeriod,
  type Unit,
} from '#domain/reports/period'
import { formatLongDay } from '#domain/time'
import { CountCard, FirstDays, isInFirstDays } from '../islands/reports/cards.tsx'
import { countHours, PatientsPer, WaitingByHour } from '../islands/reports/charts.tsx'
import { ReportSummary } from '../islands/reports/ReportSummary.tsx'
import { Tools } from '../islands/reports/Tools.tsx'
import { Week } from '../islands/reports/Week.tsx'
import { Alert } from '../islands/ui/Alert.tsx'
import { EmptyState } from '../islands/ui/EmptyState.tsx'
import { PageHeader } from '../islands/ui/PageHeader.tsx'
import { getToday, readReportPage } from '../server/queries/reports.ts'
import type { Page } from './page.ts'

export const reports: Pick<Page, 'render'> = {
  async render({ app, user, query, signal, csvSeparator }) {
    const today = getToday(app)
    const period = readPeriod(query, today)
    const input = { period, before: getPeriodBefore(period), unit: getUnit(period) }
    const data = await readReportPage(app, input, { user, signal })
    const { now, earlier, missing, targetMinutes, clinicName } = data
    return (
      <div className="reports">
        <PageHeader title="Reports">
          <Tools period={period} today={today} visits={now.n} separator={csvSeparator} />
        </PageHeader>
        <p className="reports__of">
          {clinicName}, {formatPeriod(period)}
        </p>
        <ReportSummary period={period} now={now} before={earlier} targetMinutes={targetMinutes} />
        {missing.length > 0 && (
          <Alert>
            Not counted: {missing.map(formatLongDay).join(', ')}. Tell your administrator: the
            program's log says why.
          </Alert>
        )}
        {now.n === 0 ? (
          <div className="frame">
            <EmptyState
              message="No patients were registered in this period."
              hint="Choose another period above."
            />
          </div>
        ) : (
          <Pictures {...data} {...input} today={today} />
        )}
        <HowCounted targetMinutes={targetMinutes} />
      </div>
    )
  },
}

type PicturesProps = Awaited<ReturnType<typeof readReportPage>> & {
  period: Period
  unit: Unit
  today: string
}

function Pictures({ period, unit, today, daysOfUse, ...data }: PicturesProps) {
  const { now, hours, perUnit, heat, rooms, queues, targetMinutes } = data
  const isFirstDay = daysOfUse === 1
  const firstDays = <FirstDays daysOfUse={daysOfUse} patients={now.n} hours={countHours(hours)} />
  return (
    <>
      <div className="stack reports__charts">
        <WaitingByHour
          rows={hours}
          axis={{ unit: 'hour', period, today }}
          targetMinutes={targetMinutes}
          isFirstDay={isFirstDay}
        />
        {isFirstDay ? firstDays : <PatientsPer rows={perUnit} axis={{ unit, period, today }} />}
      </div>
      {!isFirstDay && isInFirstDays(daysOfUse) && firstDays}
      {!isInFirstDays(daysOfUse) && unit !== 'hour' && <Week cells={heat} />}
      {rooms.length > 0 && (
        <CountCard
          title="Rooms"
          sentence="Patients, and median minutes with each."
          headings={['Room', 'Minutes']}
          rows={rooms.map(({ room, patients, minutes }) => [room, patients, minutes])}
        />
      )}
      {queues.length > 1 && (
        <CountCard
          title="Queues"
          sentence="Patients, and the median minutes that they waited."
          headings={['Queue', 'Waited']}
          rows={queues.map(({ key, n, p50 }) => [key, n, p50])}
        />
      )}
    </>
  )
}

function HowCounted({ targetMinutes }: { targetMinutes: number }) {
  return (
    <details className="frame reports__card reports__more">
      <summary className="line small medium">How this is counted</summary>
      <ul className="reports__definitions">
        <li>A patient counts on the clinic's day and in the hour of the registration.</li>
        <li>
          A wait lasts from the registration until the first call, in whole minutes; for patients
          who come early, from their appointment time.
        </li>
        <li>
          A patient counts in the queue in which they waited last. Who did not come to an
          appointment is a no-show of its hour, once the day is over.
        </li>
        <li>Within the target: called after at most {targetMinutes} min (Settings, Queue).</li>
        <li>
          Minutes with a patient last from a call until the next step: a test, the dispensary,
          another room, or the end. Time on hold is not counted, nor a call that was missed.
        </li>
        <li>
          The dispensary counts by itself: its wait begins when a room sends the patient there.
        </li>
        <li>
          A step that was undone counts for nothing, and so does a patient who was deleted one by
          one. Patients removed by Reset Queue still count.
        </li>
        <li>With fewer than five cases only their number is shown.</li>
        <li>"9 of 10" means that nine of ten patients waited that long or shorter.</li>
      </ul>
    </details>
  )
}
