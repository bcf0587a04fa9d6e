import type { Language } from './files/languages.ts';
import type { Suppression } from './findings/suppressions.ts';
import { words } from './words.ts';
import type { AssetFact } from '../concepts/assets/facts.ts';
import type { CallFact } from '../concepts/requests/calls.ts';
import type { ClassFact } from '../concepts/wiring/classes.ts';
import type { BindingFact, ConstantFact } from '../concepts/constants/facts.ts';
import type {
  CreationFact,
  DatabaseFact,
  EntityFact,
  EntitySetFact,
  EnumFact,
  FieldSetupFact,
  LinkFact,
} from '../concepts/entities/fact.ts';
import type { DomainValueFact } from '../concepts/values/domain-values.ts';
import type { FlawFact } from './flaws.ts';
import type { FunctionFact } from '../concepts/functions/typescript.ts';
import type { AngularFact } from '../concepts/orphans/angular.ts';
import type { FileNameFact } from '../concepts/orphans/file-names.ts';
import type { ImportFact, ExportFact } from '../concepts/modules/facts.ts';
import type { HelperFact, TestFact, TestFlawFact } from '../concepts/tests/typescript.ts';
import type { ListFact, RowFact } from '../concepts/seeds/rows.ts';
import type { SilentReturnFact } from '../concepts/ui/silent-returns.ts';
import type { TransitionFact } from '../concepts/values/transitions.ts';
import type { SaverFact, UnsavedFact } from '../concepts/persistence/unsaved.ts';
import type { ValueSetFact } from '../concepts/values/value-sets.ts';
import type { RuntimeFact } from '../concepts/runtime/typescript.ts';
import type { StyleFact } from '../concepts/ui/styles.ts';
import type { ServiceFact } from '../concepts/wiring/services-csharp.ts';
import type { CheckFact } from '../concepts/safety/checks.ts';
import type { PromiseFact } from '../concepts/safety/promises.ts';
import type { StubFact } from '../concepts/stubs/stubs.ts';
import type { RawSqlFact } from '../concepts/entities/raw-sql.ts';
import type { ViewFact } from '../concepts/routes/python-views.ts';
import type { MountFact, RouteFact, RouterFact, ServerFact } from '../concepts/routes/typescript.ts';

/** What is remembered of one file for the rules over the whole project. Plain data: it is kept between scans. */
export type Facts = {
  readonly imports: ImportFact[];
  readonly exports: ExportFact[];
  readonly constants: ConstantFact[];
  readonly bindings: BindingFact[];
  readonly calls: CallFact[];
  readonly routers: RouterFact[];
  readonly routes: RouteFact[];
  readonly mounts: MountFact[];
  readonly servers: ServerFact[];
  readonly views: ViewFact[];
  readonly functions: FunctionFact[];
  readonly flaws: FlawFact[];
  readonly promises: PromiseFact[];
  readonly checks: CheckFact[];
  readonly classes: ClassFact[];
  readonly stubs: StubFact[];
  readonly services: ServiceFact[];
  readonly tests: TestFact[];
  readonly helpers: HelperFact[];
  readonly testFlaws: TestFlawFact[];
  readonly assets: AssetFact[];
  readonly styles: StyleFact[];
  readonly runtime: RuntimeFact[];
  readonly entities: EntityFact[];
  readonly entitySets: EntitySetFact[];
  readonly fieldSetups: FieldSetupFact[];
  readonly links: LinkFact[];
  readonly creations: CreationFact[];
  readonly enums: EnumFact[];
  readonly databases: DatabaseFact[];
  readonly rawSql: RawSqlFact[];
  readonly valueSets: ValueSetFact[];
  readonly domainValues: DomainValueFact[];
  readonly transitions: TransitionFact[];
  readonly unsaved: UnsavedFact[];
  readonly savers: SaverFact[];
  readonly silentReturns: SilentReturnFact[];
  readonly rows: RowFact[];
  readonly lists: ListFact[];
  /** What modules of the older kind offer. */
  readonly commonExports: ExportFact[];
  readonly fileNames: FileNameFact[];
  readonly angular: AngularFact[];
};

/** Every kind of facts, by the name of its list. */
const KINDS = words(`
  imports exports constants bindings calls routers routes mounts servers views functions flaws promises checks
  classes stubs services tests helpers testFlaws assets styles runtime entities entitySets fieldSetups links
  creations enums databases rawSql valueSets domainValues transitions unsaved savers silentReturns rows lists
  commonExports fileNames angular`);

export function noFacts(): Facts {
  return Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Facts;
}

export type FileFacts = Facts & {
  readonly path: string;
  readonly language: Language;
  readonly isTest: boolean;
  readonly isSide: boolean;
  readonly suppressions: readonly Suppression[];
  /** Its first line says what runs it. */
  readonly isScript?: true;
};

/** The project as rules over all of it see it. */
export type ProjectFacts = {
  readonly files: ReadonlyMap<string, FileFacts>;
  /** Every file there is, looked at or not. */
  readonly paths: ReadonlySet<string>;
  /** The file that settings name as the one that declares the design. */
  readonly designFile?: string | undefined;
  /** The text of a file that was looked at; undefined for any other. */
  text(path: string): string | undefined;
};
