import type { Action } from '../../../../islands/patients/available-actions.ts'
import type { Card, View } from '../checks/expected-view.ts'

export type Lists = Record<string, Card[]>

/** A desk, with or without a browser. */
export type Desk = {
  name: string
  /** Lists by title. */
  lists(): Promise<Lists>
  /** Does nothing if the button is missing or disabled. */
  press(patient: string, step: Action): Promise<void>
  getView(): Promise<View>
  /** Patients with a card that said "Not sure", so far. */
  unsureOf: Set<string>
  consoleErrors: string[]
}

export type Reception = {
  name: string
  /** Whether registrations are being sent, and whether sending has stopped after a failure. */
  outbox(): Promise<{ isSending: boolean; isStopped: boolean }>
  register(name: string, isPriority: boolean): Promise<void>
  retry(): Promise<void>
  getView(): Promise<View>
  consoleErrors: string[]
}
