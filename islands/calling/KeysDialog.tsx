import { useEffect, useRef, useState } from 'react'
import { areKeysOn, switchKeys } from '../calling/keys.ts'
import { Button } from '../ui/Button.tsx'
import { Switch } from '../ui/Switch.tsx'

const KEYS = [
  ['N', 'Call next; who is in the room is completed'],
  ['A', 'Call again'],
  ['D', 'Dispense'],
  ['C', 'Complete'],
  ['M', 'Missed'],
  ['R, then 1 to 7', 'Requeue, with the reasons in their order'],
  ['U', 'Undo the last step'],
  ['/', 'Search'],
  ['G, then D, R, Q or P', 'Dashboard, Patient Register, Queue, Dispensary'],
  ['?', 'This list'],
]

export function KeysDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOn, setOn] = useState(areKeysOn)

  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title" className="dialog__title">
        Keys
      </h2>
      <dl className="keys">
        {KEYS.map(([key, meaning]) => (
          <div key={key} className="keys__row">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use these keys"
        hint="In this browser."
        isOn={isOn}
        onChange={next => {
          switchKeys(next)
          setOn(next)
        }}
      />
      <div className="dialog__actions">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  )
}
