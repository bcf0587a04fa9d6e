import { describe, expect, test } from 'vitest';

import { openGrammars } from '../../../../../test/support/scan-inputs.ts';
import type { ProjectFacts } from '../../../engine/facts.ts';
import { memoryTree } from '../../../../../test/support/memory-tree.ts';
import type { ProjectRule } from '../../../engine/rule.ts';
import { allFinders, syntaxFinders } from '../../../registry.generated.ts';
import { scanTree } from '../../../engine/scan-tree.ts';
import { type EntityModel, entityModel } from './entity-model.ts';

const grammars = await openGrammars(
  memoryTree(
    new Map([
      ['a.py', ''],
      ['a.cs', ''],
    ]),
  ),
);

function modelOf(files: Readonly<Record<string, string>>): EntityModel {
  let seen: ProjectFacts | undefined;
  const look: ProjectRule = {
    id: 'X-1',
    family: 'database',
    severity: 'LOW',
    title: '',
    why: '',
    fix: '',
    confidence: 'high',
    kind: 'project',
    check: (project) => void (seen = project),
  };
  const tree = memoryTree(new Map(Object.entries(files)));
  const syntax = { grammars, finders: syntaxFinders };
  const { crashes } = scanTree(tree, { rules: [look], finders: allFinders, syntax });
  expect(crashes).toEqual([]);
  if (seen === undefined) throw new Error('nothing was looked at');
  return entityModel(seen);
}

/** `name kind?[] =default {stored} ->to(keys)<-inverse`, one line per field. */
function told(model: EntityModel, name: string): readonly string[] {
  const entity = model.entities.find((each) => each.name === name);
  return (entity?.fields ?? []).map((field) => {
    const { relation } = field;
    return [
      `${field.name} ${field.kind}${field.isNullable ? '?' : ''}${field.isList ? '[]' : ''}`,
      ...(field.default === undefined ? [] : [`=${field.default}`]),
      ...(field.stored === undefined ? [] : [`{${field.stored.join(',')}}`]),
      ...(field.references === undefined ? [] : [`->${field.references.to}`]),
      ...(relation === undefined
        ? []
        : [`=>${relation.to ?? '?'}(${relation.keys.join(',')})${relation.inverse ?? ''}`]),
    ].join(' ');
  });
}

describe('TEAM-03 entities', () => {
  test('of a Prisma schema in several files', () => {
    const model = modelOf({
      'prisma/user.prisma': `model User {
  id     Int    @id @default(autoincrement())
  role   Role   @default(USER)
  posts  Post[]
  bio    String? @map("about")
  @@map("users")
}`,
      'prisma/post.prisma': `enum Role {
  USER @map("user")
  ADMIN
}
model Post {
  id Int @id
  author User @relation(fields: [authorId], references: [id])
  authorId Int
  at DateTime @default(now())
}`,
    });
    expect(told(model, 'User')).toEqual([
      'id number =autoincrement()',
      'role enum =USER {user,ADMIN}',
      'posts relation[] =>Post()',
      'bio text?',
    ]);
    expect(told(model, 'Post')[1]).toBe('author relation =>User(authorId)');
    expect(model.ofTable('users').map(({ name }) => name)).toEqual(['User']);
    expect(model.entity('user', 'src/a.ts')?.name).toBe('User');
  });

  test('of TypeORM and sequelize-typescript classes, with what they inherit', () => {
    const model = modelOf({
      'base.ts': `import { CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';
export abstract class Base { @PrimaryGeneratedColumn() id: number; @CreateDateColumn() createdAt: Date; }`,
      'order.ts': `import { Column, Entity, ManyToOne, JoinColumn } from 'typeorm';
import { Base } from './base';
export enum Status { Open = 'open', Closed = 'closed' }
@Entity('orders')
export class Order extends Base {
  @Column({ type: 'enum', enum: Status, default: Status.Open }) status: Status;
  @Column({ nullable: true }) note?: string;
  @ManyToOne(() => User, (user) => user.orders) @JoinColumn({ name: 'user_id' }) user: User;
}`,
      'team.ts': `import { Table, Column, Model, DataType, ForeignKey, BelongsTo } from 'sequelize-typescript';
@Table({ tableName: 'teams' })
export class Team extends Model { @Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: true }) active: boolean;
  @ForeignKey(() => User) @Column userId: number; @BelongsTo(() => User) user: User; }`,
    });
    expect(told(model, 'Order')).toEqual([
      'status enum =Status.Open {open,closed}',
      'note text?',
      'user relation? =>User(user_id)orders',
      'id number =',
      'createdAt datetime =',
    ]);
    expect(told(model, 'Team')).toEqual([
      'active boolean =true',
      'userId number? ->User',
      'user relation? =>User()',
    ]);
  });

  test('of Sequelize, Mongoose and Drizzle', () => {
    const model = modelOf({
      'user.js': `const User = sequelize.define('user', { role: { type: DataTypes.ENUM('a', 'b'), allowNull: false },
  seen: DataTypes.DATE }, { tableName: 'people' }); User.hasMany(Post, { foreignKey: 'userId', as: 'posts' });`,
      'order.js': `const mongoose = require('mongoose');
const orderSchema = new mongoose.Schema({ state: { type: String, enum: ['new', 'paid'], required: true },
  user: { type: mongoose.Schema.Types.ObjectId, ref: 'User' }, tags: [String] }, { timestamps: true });
module.exports = mongoose.model('Order', orderSchema);`,
      'schema.ts': `import { pgTable, pgEnum, serial, text, integer, boolean } from 'drizzle-orm/pg-core';
export const mood = pgEnum('mood', ['sad', 'ok']);
export const cats = pgTable('cats', { id: serial('id').primaryKey(), mood: moodEnum('mood').notNull().default('ok'),
  ownerId: integer('owner_id').references(() => users.id), isFed: boolean('is_fed').notNull() });
export const moodEnum = pgEnum('mood', ['sad', 'ok']);`,
    });
    expect(told(model, 'user')).toEqual(['role enum {a,b}', 'seen datetime?']);
    expect(model.entities.find(({ name }) => name === 'user')?.links).toMatchObject([
      { from: 'User', to: 'Post', keys: ['userId'], field: 'posts', many: true },
    ]);
    expect(told(model, 'Order')).toEqual([
      'state enum {new,paid}',
      'user text? ->User =>User(user)',
      'tags text?[]',
      'createdAt datetime? =',
      'updatedAt datetime? =',
    ]);
    expect(told(model, 'cats')).toEqual([
      'id number =',
      "mood enum ='ok' {sad,ok}",
      'ownerId number? ->users',
      'isFed boolean',
    ]);
  });

  test('of Django, SQLAlchemy and SQLModel', () => {
    const model = modelOf({
      'app/models.py': `from django.db import models
class Stamped(models.Model):
    at = models.DateTimeField(auto_now_add=True)
    class Meta:
        abstract = True
class Task(Stamped):
    class State(models.TextChoices):
        OPEN = "open", "Open"
        DONE = "done"
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    owner = models.ForeignKey("auth.User", null=True, on_delete=models.CASCADE, related_name="tasks")
    hidden = models.BooleanField()
`,
      'db.py': `class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"
class Alert(Base):
    __tablename__ = "alerts"
    id = Column(Integer, primary_key=True)
    level = Column(Enum(Level), nullable=False)
    user_id: Mapped[Optional[int]] = mapped_column(ForeignKey("users.id"))
    user: Mapped["User"] = relationship(back_populates="alerts")
    seen: Mapped[bool]
`,
      'hero.py': `from sqlmodel import Field, SQLModel
class HeroBase(SQLModel):
    name: str
class Hero(HeroBase, table=True):
    id: int | None = Field(default=None, primary_key=True)
    team_id: int | None = Field(default=None, foreign_key="team.id")
`,
    });
    expect(told(model, 'Task')).toEqual([
      'state enum =State.OPEN {open,done}',
      'owner relation? =>User(owner)tasks',
      'hidden boolean',
      'at datetime =True',
    ]);
    expect(told(model, 'Alert')).toEqual([
      'id number',
      'level enum {LOW,HIGH}',
      'user_id number? ->users',
      'user relation =>User()alerts',
      'seen boolean',
    ]);
    expect(told(model, 'Hero')).toEqual(['id number? =None', 'team_id number? =None ->team', 'name text']);
    expect(model.entities.map(({ name }) => name)).not.toContain('Stamped');
  });

  test('of EF Core: what a context or its configuration names', () => {
    const model = modelOf({
      'Entities.cs': `public enum Status { Open, Closed = 4 }
public class User { public int Id { get; set; } public string? Name { get; set; } public ICollection<Order> Orders { get; set; } = new List<Order>(); }
public class Order { public int Id { get; set; } public Status Status { get; set; } public Status Other { get; set; } = Status.Open;
  public bool IsPaid { get; set; } public int UserId { get; set; } public User User { get; set; } = null!; }
public class OrderDto { public int Id { get; set; } }`,
      'Context.cs': `public class Context : DbContext { public DbSet<User> Users { get; set; } public DbSet<Order> Orders => Set<Order>();
  protected override void OnModelCreating(ModelBuilder b) {
    b.Entity<Order>().HasOne(o => o.User).WithMany(u => u.Orders).HasForeignKey(o => o.UserId);
    b.Entity<Order>(e => { e.Property(x => x.Status).HasConversion<string>().HasDefaultValue(Status.Open); });
  } }`,
    });
    expect(told(model, 'Order')).toEqual([
      'Id number',
      'Status enum =Status.Open {Open,Closed}',
      'Other enum =Status.Open {0,4}',
      'IsPaid boolean',
      'UserId number',
      'User relation =>User()',
    ]);
    expect(told(model, 'User')).toEqual([
      'Id number',
      'Name text?',
      'Orders relation[] =new List<Order>() =>Order()',
    ]);
    expect(model.entities.find(({ name }) => name === 'Order')?.links).toMatchObject([
      { field: 'User', inverse: 'Orders', keys: ['UserId'] },
    ]);
    expect(model.entities.map(({ name }) => name)).not.toContain('OrderDto');
  });
});
