import type { Page } from 'playwright'
import type { LOOKS } from '../../islands/settings/looks.ts'
import type { App } from '../support/server/test-clinic.ts'

/** A device: the screen's size, and whether it has touch. */
export type Place = 'desk' | 'phone' | 'tv' | 'upright' | 'small-tv'
export type Look = (typeof LOOKS)[number]

/** One screen with its states, in the order of the gallery. */
export type Screen = {
  title: string
  places: readonly Place[]
  /** The user; staff by default. */
  isSignedOut?: boolean
  states: State[]
}

export type State = {
  name: string
  /** Fills the clinic; without it, it is new. */
  fill?(clinic: App): Promise<unknown>
  /** Opens the screen and brings it into this state. */
  show(scene: Scene): Promise<unknown>
  places?: readonly Place[]
  /** A picture of the full page instead of one window. */
  isWhole?: boolean
  /** Whether it is taken in each of the TV's looks, not only in a new clinic's colors. */
  inEachLook?: boolean
  /** The README's picture that is updated with it, from the first place. */
  readme?: string
}

/** What a state needs to set itself up. */
export type Scene = {
  clinic: App
  page: Page
  /** Another browser, signed out. */
  openAnother(place: Place): Promise<Page>
  /** Opens an address and waits for hydration. */
  open(path: string, island: string): Promise<void>
  /** Disconnects the network. */
  loseTheClinic(): Promise<void>
}
