import { saveReportDay } from '#db/repositories/report-days'
import { patients } from '#db/schema/index'
import type { Histogram, RoomTally, Tally } from '#domain/reports/tally'
import { addDays } from '#domain/time'
import type { App } from '../server/test-clinic.ts'

/** The last day of every shape: the day of the test clinic. */
export const TODAY = '2026-11-20'
const DAYS_OF_USE = 7

type Shape = {
  days: number
  /** The last of the days, which the page shows; the others are before its period. */
  shown?: number
  hours: number[]
  rooms: string[]
  /** Patients of an hour of a day. */
  count(hour: number, day: number): number
  waits(hour: number): number[]
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

const BUSY = (hour: number, day: number) =>
  Math.max(0, 12 - Math.abs(hour - 10) - (day % 7)) + ((hour + day) % 3)

function shape(changes: Partial<Shape>): Shape {
  return {
    days: 14,
    hours: range(8, 17),
    rooms: ['Room 1 - Dr. Aminah', 'Room 2 - Dr. Tan', 'Room 3', 'DISPENSARY'],
    count: BUSY,
    waits: hour => [5 + hour, 22, 30 + hour * 2],
    ...changes,
  }
}

/** What a clinic's numbers may look like; each is a page of its own. */
export const SHAPES: Record<string, Shape> = {
  'no data at all': shape({ days: 0 }),
  'the first day': shape({ days: 1, hours: [8, 9], rooms: ['Room 1 - Dr. Aminah', 'Room 2'] }),
  'the third day': shape({ days: 3 }),
  'one day of many': shape({ shown: 1 }),
  'seven days': shape({ days: 7 }),
  'two weeks beside two others': shape({ days: 28, shown: 14 }),
  'two weeks, 24 hours a day': shape({
    hours: range(0, 23),
    count: (hour, day) => 6 + ((hour + day) % 5),
  }),
  'two weeks, quiet nights': shape({
    hours: range(0, 23),
    count: hour => (hour >= 7 && hour < 22 ? 9 : 1),
  }),
  'thirty days, over midnight': shape({ days: 30, hours: [...range(0, 4), ...range(20, 23)] }),
  'thirteen days, thousands of patients': shape({ days: 13, count: () => 1_234 }),
  'a quarter, one room': shape({ days: 92, rooms: ['R'] }),
  'a day more than a quarter, one hour': shape({ days: 93, hours: [23] }),
  'a year and a day': shape({ days: 366, hours: range(0, 23) }),
  'ten years': shape({ days: 3_653 }),
  'thirty rooms with long names': shape({
    rooms: range(1, 30).map(number =>
      number % 2 === 0
        ? `${number}${'ROOMWITHOUTANYSPACEINITSNAME'.repeat(3)}`.slice(0, 60)
        : `${number} ${'ஆலோசனை அறை மருத்துவர் லட்சுமி '.repeat(3)}`.slice(0, 60),
    ),
  }),
  'waits of 900 minutes': shape({ hours: range(0, 23), waits: () => [880, 900, 1_500] }),
  'no waits at all': shape({ waits: () => [0] }),
  'nobody called yet': shape({ waits: () => [], rooms: [] }),
}

export const getQuery = ({ days, shown = Math.max(1, days) }: Shape) =>
  `from=${addDays(TODAY, 1 - shown)}&to=${TODAY}`

/** Saves the sums of each day, and a patient on so many days that the clinic is as old. */
export function saveShape(app: App, shape: Shape) {
  return app.write(async tx => {
    for (const index of range(1, shape.days)) {
      const day = addDays(TODAY, index - shape.days)
      await saveReportDay(tx, { day, sums: sumDay(shape, index) })
      if (index <= DAYS_OF_USE) await tx.insert(patients).values(aPatientOf(day))
    }
  })
}

const aPatientOf = (day: string) => ({
  ...{ day, series: 0, number: 1, name: 'A', type: 'name' as const, status: 'completed' as const },
  registeredAt: `${day}T02:00:00.000Z`,
  isPriority: false,
  readyForDispensary: false,
})

function sumDay({ hours, rooms, count, waits }: Shape, day: number) {
  const tally = (hour: number): Tally => {
    const n = count(hour, day)
    return { n, waits: spread(waits(hour), n), missed: 1, noShow: 0 }
  }
  const ofRoom = (index: number): RoomTally => ({
    ...tally(index),
    services: spread([4, 7, 9], rooms.length - index),
  })
  return {
    hours: new Map(hours.map(hour => [String(hour), tally(hour)])),
    queues: new Map(),
    rooms: new Map(rooms.map((room, index) => [room, ofRoom(index)])),
  }
}

function spread(minutes: number[], times: number): Histogram {
  return Object.fromEntries(minutes.map(each => [each, Math.ceil(times / minutes.length)]))
}
