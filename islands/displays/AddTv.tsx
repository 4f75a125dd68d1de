import { Link, Tv } from 'lucide-react'
import { useState } from 'react'
import { KIND_NAMES, type TvKind } from '#domain/display/tv-device'
import { getPairingCodeProblem } from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import { capitalize } from '#domain/text'
import type { User } from '#domain/users/user'
import { api } from '../data/api.ts'
import { toast } from '../data/toasts.ts'
import { AddressProblem } from '../ui/AddressProblem.tsx'
import { Card } from '../ui/Card.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import { InlineForm, type OnProblem } from '../ui/fields/InlineForm.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { TvLink, useTvWrites } from './device.tsx'

export type Owner = Pick<User, 'id' | 'username'>

type Props = { pairingUrl: string; kioskUrl: string; users: Owner[] }

const KINDS: { value: TvKind; label: string }[] = [
  { value: 'tv', label: 'TV' },
  { value: 'kiosk', label: 'Kiosk' },
]
const CODE_MAX = 10
const PAIRING_FIELDS = [
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
const LINK_FIELDS = [{ name: 'name', label: 'Name' }] as const

export function AddTv(props: Props) {
  return (
    <Card title="Add a TV" className="add-display">
      <div className="add-display__ways">
        <PairTv {...props} />
        <CreateLink users={props.users} />
      </div>
    </Card>
  )
}

function PairTv({ pairingUrl, kioskUrl, users }: Props) {
  const { mutate } = useTvWrites()
  const [userId, ownerField] = useOwner(users)

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
    <div className="stack">
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
        fields={PAIRING_FIELDS}
        action="Connect TV"
        busyText="Connecting..."
        Icon={Tv}
        onSubmit={pair}
      >
        {ownerField}
      </InlineForm>
    </div>
  )
}

function CreateLink({ users }: Pick<Props, 'users'>) {
  const { mutate } = useTvWrites()
  const [userId, ownerField] = useOwner(users)
  const [kind, setKind] = useState<TvKind>('tv')
  const [link, setLink] = useState<{ name: string; url: string; kind: TvKind } | null>(null)
  const noun = KIND_NAMES[kind]

  async function add({ name }: { name: string }, onProblem: OnProblem) {
    const created = await mutate({
      failed: `Failed to add the ${noun}. Please try again.`,
      onProblem,
      send: () => api['tv-devices'].$post({ json: { userId, name, kind } }),
    })
    if (created) setLink({ name: created.device.name, kind, url: created.url })
    return created
  }

  return (
    <div className="stack">
      <h3 className="card__title">Create a link</h3>
      <p className="soft">Creates a link and a QR code for a device that can open or scan one.</p>
      <Choice<TvKind> label="Device type" options={KINDS} value={kind} onChange={setKind} />
      {kind === 'kiosk' && (
        <p className="soft">Patients take their own number here. Nothing else is possible.</p>
      )}
      <InlineForm
        className="stack"
        fields={LINK_FIELDS}
        action={`Add ${noun}`}
        busyText="Adding..."
        Icon={Link}
        variant="plain"
        onSubmit={add}
      >
        {ownerField}
      </InlineForm>
      {link && <TvLink key={link.url} {...link} onHide={() => setLink(null)} />}
    </div>
  )
}

function useOwner(users: Owner[]) {
  const [userId, setUserId] = useState(users[0]?.id ?? 0)
  const options = users.map(({ id, username }) => [id, username] as const)
  const field = users.length > 1 && (
    <Select label="User" options={options} value={userId} onChange={id => setUserId(Number(id))} />
  )
  return [userId, field] as const
}

function toShort(url: string) {
  return url.replace(/^http:\/\//, '')
}
