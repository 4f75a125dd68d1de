import { useEffect, useState } from 'react'
import { type Pairing, startPairing } from './pairing.ts'
import '../notice.css'

export type PairingProps = { name: string }

/** Shows a code that an administrator types elsewhere, because a TV's remote has no keyboard. */
export default function PairingScreen({ name }: PairingProps) {
  const [pairing, setPairing] = useState<Pairing>({ state: 'loading' })

  useEffect(() => {
    document.body.setAttribute('data-awake', '')
    return startPairing(setPairing)
  }, [])

  return (
    <main className="tv-notice">
      <h1 className="tv-notice__title">{`Connect this ${name}`}</h1>
      <p className="tv-notice__code" aria-live="polite">
        {pairing.state === 'waiting' ? formatCode(pairing.code) : '··· ···'}
      </p>
      <p>
        {pairing.state === 'unreachable'
          ? 'The server cannot be reached. Trying again…'
          : 'On a staff computer: Displays → Enter pairing code.'}
      </p>
    </main>
  )
}

function formatCode(code: string) {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}
