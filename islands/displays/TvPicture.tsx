import { useEffect } from 'react'
import type { TvDevice } from '#domain/display/tv-device'
import { isRoomShown, shortenName, type TvOptions } from '#domain/display/tv-options'
import type { ShownCalls, TvPatient } from '#domain/display/tv-patient'
import { chooseTvLanguages } from '#domain/display/words/languages'
import { getQueueTexts, getTvWords } from '#domain/display/words/translate'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import { type Room, toPatientRoom } from '#domain/rooms/room'
import { api, toPath, unwrap } from '../data/api.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { useResource } from '../data/resource.ts'
import { SAMPLE_CURRENT, SAMPLE_HISTORY } from '../settings/preview/sample-patients.ts'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import type { PrayerState } from '../stage/model/external-data.ts'
import { TvStage } from '../stage/TvStage.tsx'

const SAMPLE_MISSED = ['012', '009']
const SAMPLE_WAITING = 8
const SAMPLE_RANGE = { low: 20, high: 35 }

type LiveProps = { display: TvDevice; initialDisplay: InitialDisplay }

export function LiveTv({ display, initialDisplay }: LiveProps) {
  const load = () => unwrap(api['tv-devices'][':id']['shown-calls'].$get(toPath(display)))
  const { items, refetch } = useResource<ShownCalls | null>('shown-calls', load, null, {
    every: STAFF_POLL_MS.lists,
    onlyWithoutLive: true,
  })
  // Compares values, because the options are new objects whenever any TV has reported.
  const view = JSON.stringify(display.options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options show other calls
  useEffect(() => void refetch().catch(() => {}), [refetch, view])
  return items && <TvPicture shown={items} initialDisplay={initialDisplay} />
}

type PreviewProps = {
  options: TvOptions
  rooms: Room[]
  queues: ClinicQueue[]
  initialDisplay: InitialDisplay
}

export function DisplayPreview({ options, rooms, queues, initialDisplay }: PreviewProps) {
  const mask = (patient: TvPatient) => ({
    ...patient,
    name: shortenName(patient.name, options.names),
  })
  const samples = [SAMPLE_CURRENT, ...SAMPLE_HISTORY].map(mask)
  const tiles = rooms
    .filter(room => room.isActive && isRoomShown(options, room, queues))
    .map((room, index) => ({ room: toPatientRoom(room), patient: samples[index] ?? null }))
  const words = getTvWords(chooseTvLanguages(options.textLanguages, initialDisplay.settings))
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

type PictureProps = { shown: ShownCalls; initialDisplay: InitialDisplay }

/** Shows a still picture of a TV's screen, without sounds, videos and highlights. */
function TvPicture({ shown, initialDisplay }: PictureProps) {
  const { settings, media, prayerTimes } = initialDisplay
  const prayer: PrayerState = prayerTimes
    ? { state: 'known', prayers: prayerTimes.prayerTimes }
    : { state: 'loading' }
  return (
    <TvStage
      {...initialDisplay}
      {...shown}
      settings={{ ...settings, dashboardMediaType: 'own' }}
      media={media.filter(({ type }) => type === 'image')}
      showing={null}
      prayer={prayer}
      weatherState={{ state: 'loading' }}
      staleSince={null}
    />
  )
}
