import { useEffect, useState } from 'react'
import { type Pairing, startPairing } from './pairing.ts'
import '../notice.css'

/** What a TV without a token shows: a code that an administrator types, because a remote cannot. */
export default function PairingScreen() {
  const [pairing, setPairing] = useState<Pairing>({ state: 'asking' })

  useEffect(() => {
    document.body.setAttribute('data-awake', '')
    return startPairing(setPairing)
  }, [])

  return (
    <main className="tv-notice">
      <h1 className="tv-notice__title">Connect this TV</h1>
      <p className="tv-notice__code" aria-live="polite">
        {pairing.state === 'waiting' ? formatCode(pairing.code) : '··· ···'}
      </p>
      <p>
        {pairing.state === 'unreachable'
          ? 'The clinic cannot be reached. Trying again…'
          : 'An administrator types this code at User Management, Manage Display.'}
      </p>
    </main>
  )
}

function formatCode(code: string) {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}
