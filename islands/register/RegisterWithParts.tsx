import { ExpectedPatients } from './expected/ExpectedPatients.tsx'
import { PhoneField } from './PhoneField.tsx'
import { QueueChips } from './QueueChips.tsx'
import RegisterScreen from './RegisterScreen.tsx'
import type { InitialData } from './register-model.ts'

const PARTS = { ExpectedPatients, QueueChips, PhoneField }

/** The same screen, for a clinic with queues, appointments or phone numbers. */
export default function RegisterWithParts(initial: InitialData) {
  return <RegisterScreen {...initial} parts={PARTS} />
}
