import { Tv } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { KIND_NAMES } from '#domain/display/tv-kind'
import { getPairingCodeProblem } from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import { capitalize } from '#domain/text'
import { api, unwrap } from '../data/api.ts'
import { toast } from '../data/toasts.ts'
import { AddressProblem } from '../ui/AddressProblem.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { type Owner, OwnerField } from './OwnerField.tsx'
import { useTvWrites } from './use-tv-writes.ts'

type Props = { pairingUrl: string; kioskUrl: string; users: Owner[] }

const CODE_MAX = 10
const EMPTY = { code: '', name: '' }

function toShort(url: string) {
  return url.replace(/^http:\/\//, '')
}

export function PairTv({ pairingUrl, kioskUrl, users }: Props) {
  const [form, setForm] = useState(EMPTY)
  const [userId, setUserId] = useState(users[0]?.id ?? 0)
  const { isBusy, problem, write } = useTvWrites()
  const edit = (change: Partial<typeof form>) => setForm(previous => ({ ...previous, ...change }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    const paired = await write('Failed to connect the TV. Please try again.', async headers => {
      const codeProblem = getPairingCodeProblem(form.code)
      if (codeProblem) throw new DomainError(codeProblem, { field: 'code' })
      return unwrap(api['tv-devices'].pair.$post({ json: { ...form, userId } }, headers))
    })
    if (!paired) return
    toast(`${capitalize(KIND_NAMES[paired.device.kind])} connected`, paired.device.name)
    // Text typed meanwhile belongs to the next TV.
    setForm(current => (current === form ? EMPTY : current))
  }

  return (
    <form className="stack pair-tv" onSubmit={submit} autoComplete="off">
      <h3 className="card__title">Enter pairing code</h3>
      <div className="pair-tv__address">
        <QrCode text={pairingUrl} label="QR code of the address for TVs" />
        <p>
          On the TV, open <strong>{toShort(pairingUrl)}</strong>. Then enter the code that it shows.
          <br />A kiosk, where patients take their number, opens{' '}
          <strong>{toShort(kioskUrl)}</strong>.
        </p>
      </div>
      <AddressProblem url={pairingUrl} />
      <TextField
        label="Pairing code"
        name="code"
        className="input pair-tv__code"
        problem={problem}
        value={form.code}
        maxLength={CODE_MAX}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={event => edit({ code: event.target.value })}
      />
      <TextField
        label="Name of this TV"
        name="name"
        problem={problem}
        value={form.name}
        onChange={event => edit({ name: event.target.value })}
      />
      <OwnerField users={users} value={userId} onChange={setUserId} />
      <Button type="submit" variant="primary" aria-busy={isBusy}>
        <Tv size={18} aria-hidden />
        {isBusy ? 'Connecting...' : 'Connect TV'}
      </Button>
    </form>
  )
}
