import { Island, NO_PROPS } from '../server/render/island.tsx'

/** Asks whether a signed-in browser becomes a TV. Shows no patients. */
export function TvReady({ username }: { username: string }) {
  return (
    <>
      <Island name="TvReadyDialog" props={{ username }} />
      <Island name="Notices" props={NO_PROPS} />
    </>
  )
}
