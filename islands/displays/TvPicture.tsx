import type { ShownCalls } from '#domain/display/tv-patient'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import type { PrayerState } from '../stage/model/external-data.ts'
import { TvStage } from '../stage/TvStage.tsx'

type Props = { shown: ShownCalls; initialDisplay: InitialDisplay }

/** A still picture of a TV's screen, without sounds, videos and highlights. */
export function TvPicture({ shown, initialDisplay }: Props) {
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
