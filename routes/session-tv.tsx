import { hideMediaName } from '#domain/display/tv-device'
import type { App } from '../server/context.ts'
import { getDisplayState } from '../server/queries/display-state.ts'
import { Island, NO_PROPS } from '../server/render/island.tsx'

type Input = { app: App; clinicName: string; username: string | null }

/** A signed-in TV, before and after it is a display: its page has what a TV may know. */
export async function renderSessionTv({ app, clinicName, username }: Input) {
  const state = await getDisplayState(app, 'tv')
  const display = { ...state, media: state.media.map(hideMediaName) }
  return (
    <>
      <div className="session-tv">
        <Island name="SessionTv" props={{ display, clinicName, username }} />
      </div>
      <Island name="Notices" props={NO_PROPS} />
    </>
  )
}
