import { Tv } from 'lucide-react'
import { useState } from 'react'
import { KIND_NAMES } from '#domain/display/tv-device'
import { getPairingCodeProblem } from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import { capitalize } from '#domain/text'
import { api } from '../data/api.ts'
import { toast } from '../data/toasts.ts'
import { AddressProblem } from '../ui/AddressProblem.tsx'
import { InlineForm, type OnProblem } from '../ui/fields/InlineForm.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { useTvWrites } from './device-writes.ts'
import { type Owner, OwnerField } from './OwnerField.tsx'

type Props = { pairingUrl: string; kioskUrl: string; users: Owner[] }

const CODE_MAX = 10
const FIELDS = [
  {
    name: 'code',
    label: 'Pairing code',
    className: 'input pair-tv__code',
    maxLength: CODE_MAX,
    autoCapitalize: 'characters',
    spellCheck: false,
  },
  { name: 'name', label: 'Name of this TV' },
] as const

function toShort(url: string) {
  return url.replace(/^http:\/\//, '')
}

export function PairTv({ pairingUrl, kioskUrl, users }: Props) {
  const [userId, setUserId] = useState(users[0]?.id ?? 0)
  const { mutate } = useTvWrites()

  async function pair(texts: Record<'code' | 'name', string>, onProblem: OnProblem) {
    const paired = await mutate({
      failed: 'Failed to connect the TV. Please try again.',
      onProblem,
      send() {
        const problem = getPairingCodeProblem(texts.code)
        if (problem) throw new DomainError(problem, { field: 'code' })
        return api['tv-devices'].pair.$post({ json: { ...texts, userId } })
      },
    })
    if (paired) toast(`${capitalize(KIND_NAMES[paired.device.kind])} connected`, paired.device.name)
    return paired
  }

  return (
    <div className="stack pair-tv">
      <h3 className="card__title">Enter pairing code</h3>
      <div className="pair-tv__address line soft breakable">
        <QrCode text={pairingUrl} label="QR code of the address for TVs" />
        <p>
          On the TV, open <strong>{toShort(pairingUrl)}</strong>. Then enter the code that it shows.
          <br />A kiosk, where patients take their number, opens{' '}
          <strong>{toShort(kioskUrl)}</strong>.
        </p>
      </div>
      <AddressProblem url={pairingUrl} />
      <InlineForm
        className="stack"
        fields={FIELDS}
        action="Connect TV"
        busyText="Connecting..."
        Icon={Tv}
        onSubmit={pair}
      >
        <OwnerField users={users} value={userId} onChange={setUserId} />
      </InlineForm>
    </div>
  )
}
