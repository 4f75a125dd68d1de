import type { BrowserContext, Page } from 'playwright'
import type { App } from '../support/server/test-clinic.ts'

/** Where a screen is looked at: its size, and whether by finger. */
export type Place = 'desk' | 'phone' | 'tv'

/** One screen with all that can be seen on it, in the order of the gallery. */
export type Screen = {
  title: string
  places: readonly Place[]
  /** Who looks: staff unless it says otherwise. */
  isSignedOut?: boolean
  states: State[]
}

export type State = {
  name: string
  /** What happened in the clinic before; in a new one nothing did. */
  fill?(clinic: App): Promise<unknown>
  /** Opens the screen and brings it into this state. */
  show(scene: Scene): Promise<unknown>
  places?: readonly Place[]
  /** Photographed to its end, and not only what a window holds. */
  isWhole?: boolean
  /** The README's picture that is refreshed with it, taken at the first place. */
  readme?: string
}

/** What a state is brought about with. */
export type Scene = {
  clinic: App
  page: Page
  context: BrowserContext
  /** Somebody else's browser, signed out. */
  openAnother(place: Place): Promise<Page>
  /** Opens an address and waits until what wakes up there is awake. */
  open(path: string, island: string): Promise<void>
  /** The network is gone from here on. */
  loseTheClinic(): Promise<void>
}
