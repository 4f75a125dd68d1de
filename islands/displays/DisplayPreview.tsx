import { maskName, type TvOptions } from '#domain/display/tv-options'
import type { TvPatient } from '#domain/display/tv-patient'
import { SAMPLE_CURRENT, SAMPLE_HISTORY } from '../settings/preview/sample-patients.ts'
import { TV_HISTORY_ROWS } from '../tv/announcement-queue.ts'
import type { InitialDisplay } from '../tv/display.ts'
import { ScaledStage } from '../tv/ScaledStage.tsx'
import { Stage } from '../tv/Stage.tsx'

type Props = { options: TvOptions; picture: InitialDisplay }

/** The clinic's look with sample patients, as a TV with these options shows them. */
export function DisplayPreview({ options, picture }: Props) {
  const mask = (patient: TvPatient) => ({
    ...patient,
    name: maskName({ name: patient.name, isDiscreet: false }, options.names),
  })
  return (
    <ScaledStage>
      {isPortrait => (
        <Stage
          {...picture}
          options={options}
          current={mask(SAMPLE_CURRENT)}
          history={SAMPLE_HISTORY.map(mask)}
          showing={null}
          prayer={{ state: 'loading' }}
          weatherState={{ state: 'loading' }}
          historyRows={TV_HISTORY_ROWS}
          isFull
          isPortrait={isPortrait}
          staleSince={null}
        />
      )}
    </ScaledStage>
  )
}
