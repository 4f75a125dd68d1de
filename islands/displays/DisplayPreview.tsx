import { isRoomShown, shortenName, type TvOptions } from '#domain/display/tv-options'
import type { TvPatient } from '#domain/display/tv-patient'
import { chooseTvLanguages } from '#domain/display/words/languages'
import { getQueueTexts, getTvWords } from '#domain/display/words/translate'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import { type Room, toPatientRoom } from '#domain/rooms/room'
import { SAMPLE_CURRENT, SAMPLE_HISTORY } from '../settings/preview/sample-patients.ts'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { TvPicture } from './TvPicture.tsx'

const SAMPLE_MISSED = ['012', '009']
const SAMPLE_WAITING = 8
const SAMPLE_RANGE = { low: 20, high: 35 }

type Props = {
  options: TvOptions
  rooms: Room[]
  queues: ClinicQueue[]
  initialDisplay: InitialDisplay
}

/** The display with sample patients. */
export function DisplayPreview({ options, rooms, queues, initialDisplay }: Props) {
  const mask = (patient: TvPatient) => ({
    ...patient,
    name: shortenName(patient.name, options.names),
  })
  const samples = [SAMPLE_CURRENT, ...SAMPLE_HISTORY].map(mask)
  const tiles = rooms
    .filter(room => room.isActive && isRoomShown(options, room, queues))
    .map((room, index) => ({ room: toPatientRoom(room), patient: samples[index] ?? null }))
  const { textLanguages } = options
  const words = getTvWords(chooseTvLanguages(textLanguages, initialDisplay.settings))
  const queueTexts = getQueueTexts(
    {
      waitingCount: options.showsWaiting ? SAMPLE_WAITING : null,
      range: options.showsRange ? SAMPLE_RANGE : null,
      missed: options.showsMissed ? SAMPLE_MISSED : [],
    },
    words,
  )
  const [current = null, ...history] = samples
  const { timeZone } = initialDisplay
  const shown = { current, history, tiles, words, queueTexts, options, timeZone, today: '' }
  return <TvPicture shown={shown} initialDisplay={initialDisplay} />
}
