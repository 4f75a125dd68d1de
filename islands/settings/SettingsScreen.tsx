import { useSignals } from '@preact/signals-react/runtime'
import { RefreshCw, Save } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SECTIONS, type SectionId } from '#domain/settings/cards'
import { refetchQueries } from '../data/query.ts'
import { toastError } from '../data/toasts.ts'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import type { StageData } from '../stage/Stage.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useConfirmLeave } from '../ui/hooks/use-confirm-leave.ts'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { onDemand } from '../ui/on-demand.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { AudioFields } from './cards/AudioFields.tsx'
import { LogoFields } from './cards/LogoFields.tsx'
import { Looks } from './cards/Looks.tsx'
import { type Contents, SectionCards } from './cards/SectionCards.tsx'
import { FormContext } from './fields/form.ts'
import { MediaFields } from './media/MediaFields.tsx'
import { createMediaModel } from './media/media-model.ts'
import { createPreviewModel } from './preview/preview-model.ts'
import { SectionList, useSection } from './SectionList.tsx'
import { createSettingsModel } from './settings-model.ts'
import './cards/cards.css'
import './SettingsScreen.css'

// Safe: these are the keys of the object.
const SECTION_IDS = Object.keys(SECTIONS) as SectionId[]

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
  const sections = SECTION_IDS.filter(one => isAdmin || one !== 'programs')
  const id = sections.find(one => one === selected) ?? 'media'
  const { title } = SECTIONS[id]
  const items = media.items.data.value
  const uploads = { uploading: media.uploading.value, onCancel: media.cancel }
  const form = {
    ...settings,
    values: settings.edited.value,
    isAdmin,
    isSaving: settings.isSaving.value,
    onSave: () => void settings.save(id === 'sound' ? 'audio' : 'display'),
  }
  const contents: Contents = {
    Media: (
      <MediaFields {...{ ...uploads, items }} onUpload={media.upload} onDelete={media.remove} />
    ),
    'Clinic Logo': <LogoFields {...uploads} onUpload={media.uploadLogo} />,
    Audio: <AudioFields isTesting={preview.isTesting()} onTest={preview.test} />,
  }

  function refresh() {
    void refetchQueries(['prayer-table', 'programs'])
    preview.refetch()
    settings.refresh(['Failed to fetch media', media.items.refetch])
  }

  return (
    <>
      <PageHeader
        title="Settings"
        about={`${Object.keys(settings.saved.data.value).length} active configurations`}
      >
        <UnsavedCount count={unsavedCount} />
        <Button onClick={refresh}>
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
            <div className="settings__cards">
              {id === 'look' && <Looks />}
              {id === 'programs' && <Programs timeZone={initial.timeZone} />}
              <SectionCards section={id} contents={contents} />
            </div>
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
