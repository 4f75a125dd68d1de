import { Island, NO_PROPS } from '../server/render/island.tsx'

/** Asks in a browser that was signed in whether it becomes a TV. Shows no patient. */
export function TvReady({ username }: { username: string }) {
  return (
    <>
      <Island name="TvReadyDialog" props={{ username }} />
      <Island name="Notices" props={NO_PROPS} />
    </>
  )
}
