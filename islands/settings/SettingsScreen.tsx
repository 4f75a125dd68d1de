import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, Save } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toastError } from '../data/toasts.ts'
import type { InitialDisplay } from '../tv/display.ts'
import type { StageData } from '../tv/Stage.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useConfirmLeave } from '../ui/hooks/use-confirm-leave.ts'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { onDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AudioCard } from './cards/AudioCard.tsx'
import { ClinicCards } from './cards/ClinicCards.tsx'
import { ColorCards } from './cards/ColorCards.tsx'
import { InformationCards } from './cards/InformationCards.tsx'
import { LookCards } from './cards/LookCards.tsx'
import { PrivacyCard } from './cards/PrivacyCard.tsx'
import { QueueCards } from './cards/QueueCards.tsx'
import { FormContext } from './fields/form.ts'
import { MediaCard } from './media/MediaCard.tsx'
import { createMediaModel } from './media/media-model.ts'
import { createPreviewModel } from './preview/preview-model.ts'
import { SectionList, useSection } from './SectionList.tsx'
import { createSettingsModel } from './settings-model.ts'
import './cards/cards.css'
import './SettingsScreen.css'

const SECTIONS = [
  { id: 'media', name: 'Media', title: 'Media Management' },
  { id: 'look', name: 'Look', title: 'Theme and Color Settings' },
  { id: 'information', name: 'Information', title: 'Information Display Settings' },
  { id: 'queue', name: 'Queue', title: 'Queue Settings' },
  { id: 'sound', name: 'Sound', title: 'Audio Settings' },
  { id: 'privacy', name: 'Privacy', title: 'Privacy Settings' },
  { id: 'programs', name: 'Programs', title: 'Other Programs' },
] as const

type Props = InitialDisplay & { section: string; isAdmin: boolean }

const Programs = onDemand(() =>
  import('./programs/ProgramsCards.tsx').then(loaded => loaded.ProgramsCards),
)

export default function SettingsScreen({ section, isAdmin, ...initial }: Props) {
  useSignals()
  const [settings] = useState(() => createSettingsModel(initial.settings))
  const [media] = useState(() => createMediaModel(initial.media))
  const [preview] = useState(() => createPreviewModel(initial, settings))
  useWatch(settings.saved, media.items, preview)
  const { keepDrafts } = settings
  useEffect(keepDrafts, [keepDrafts])
  const unsavedCount = settings.unsaved.value.length
  useConfirmLeave(unsavedCount > 0)

  const [selected, select] = useSection(section)
  const sections = SECTIONS.filter(one => isAdmin || one.id !== 'programs')
  const { id, title } = sections.find(one => one.id === selected) ?? SECTIONS[0]
  const items = media.items.data.value
  const uploads = { uploading: media.uploading.value, onCancel: media.cancel }
  const form = {
    ...settings,
    values: settings.edited.value,
    isSaving: settings.isSaving.value,
    onSave: () => void settings.save(id === 'sound' ? 'audio' : 'display'),
  }
  const cards = {
    media: <MediaCard {...{ ...uploads, items }} onUpload={media.upload} onDelete={media.remove} />,
    look: (
      <>
        <LookCards />
        <ClinicCards {...uploads} onUploadLogo={media.uploadLogo} />
        <ColorCards />
      </>
    ),
    information: <InformationCards isAdmin={isAdmin} />,
    queue: <QueueCards />,
    sound: <AudioCard isTesting={preview.isTesting()} onTest={preview.test} />,
    privacy: <PrivacyCard />,
    programs: <Programs timeZone={initial.timeZone} />,
  }

  return (
    <>
      <PageHeader
        title="Settings"
        about={`${Object.keys(settings.saved.data.value).length} active configurations`}
      >
        <UnsavedCount count={unsavedCount} />
        <Button onClick={settings.refresh}>
          <RefreshCw size={18} aria-hidden />
          Refresh
        </Button>
      </PageHeader>
      <div className="settings">
        <SectionList sections={sections} current={id} onSelect={select} />
        <Preview data={{ ...preview.stageData(), media: items }} />
        <section className="settings__section" aria-label={title}>
          <h2 className="card__title">{title}</h2>
          <FormContext value={form}>
            <div className="settings__cards">{cards[id]}</div>
          </FormContext>
          {unsavedCount > 0 && (
            <SaveAll
              count={unsavedCount}
              isSaving={form.isSaving}
              onSave={() => void settings.save('display', 'audio')}
            />
          )}
        </section>
      </div>
    </>
  )
}

function UnsavedCount({ count }: { count: number }) {
  return (
    <span
      className={`settings__unsaved ${count > 0 ? 'settings__unsaved--some' : ''}`}
      role="status"
    >
      {count === 1 ? '1 unsaved change' : `${count} unsaved changes`}
    </span>
  )
}

type SaveAllProps = { count: number; isSaving: boolean; onSave(): void }

function SaveAll({ count, isSaving, onSave }: SaveAllProps) {
  return (
    <div className="save-all">
      <strong className="save-all__count">{count} unsaved</strong>
      <Button variant="primary" aria-busy={isSaving} onClick={onSave}>
        <Save size={16} aria-hidden />
        Save all
      </Button>
    </div>
  )
}

const loadStage = () => import('./preview/PreviewStage.tsx').then(loaded => loaded.PreviewStage)

/** The stage is loaded after the forms, so that these can be used earlier. */
function Preview({ data }: { data: StageData }) {
  const PreviewStage = useOnDemand(loadStage, {
    isWanted: true,
    onFailure: () =>
      toastError('Error', 'The preview could not be loaded. Please reload the page.'),
  })
  return (
    <aside className="preview-card">
      <Card title="TV Display Preview">
        <div
          className="preview-frame"
          role="img"
          aria-label="TV Display Preview"
          aria-busy={PreviewStage === null}
        >
          {PreviewStage && <PreviewStage data={data} />}
        </div>
        <p className="preview-card__note soft">Preview with unsaved changes and sample patients.</p>
      </Card>
    </aside>
  )
}
