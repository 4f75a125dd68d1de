import { useState } from 'react'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Switch } from '../ui/fields/Switch.tsx'
import { areHotkeysOn, switchHotkeys } from '../ui/keyboard/hotkeys.ts'
import './KeysDialog.css'

const QUEUE_KEYS = [
  ['N', 'Complete the current patient and call the next'],
  ['A', 'Call again'],
  ['D', 'Dispense'],
  ['C', 'Complete'],
  ['E', 'Dispense the current patient and call the next'],
  ['M', 'Missed'],
  [`R, then 1 to ${REQUEUE_REASONS.length}`, "Requeue, then the reason's number"],
  ['B', 'Bring back the patient who has been away longest'],
  ['U', 'Undo the last step'],
  ['/', 'Search'],
  ['G, then D, R, Q or P', 'Dashboard, Patient Register, Queue, Dispensary'],
  ['?', 'This list'],
]
const KEYS = {
  register: [
    ['Enter', 'Register the patient'],
    ['F9', 'Print the last ticket again'],
    ['?', 'This list'],
  ],
  queue: QUEUE_KEYS,
  dispensary: QUEUE_KEYS.filter(([key = '']) => !/^[DE/]$/.test(key)),
}
export type ScreenWithKeys = keyof typeof KEYS

type Props = { screen: ScreenWithKeys; title: string; onClose(): void }

export function KeysDialog({ screen, title, onClose }: Props) {
  return (
    <Dialog aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title" className="dialog__title">
        {title}
      </h2>
      <dl className="keys stack">
        {KEYS[screen].map(([key, meaning]) => (
          <div key={key} className="keys__row">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      {screen !== 'register' && <KeysSwitch />}
      <div className="dialog__actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

function KeysSwitch() {
  const [isOn, setOn] = useState(areHotkeysOn)
  return (
    <Switch
      label="Use keyboard shortcuts"
      hint="On this computer only."
      isOn={isOn}
      onChange={on => {
        switchHotkeys(on)
        setOn(on)
      }}
    />
  )
}
