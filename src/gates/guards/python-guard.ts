/**
 * Loaded into every Python process (`sitecustomize`). Before the first file of the change runs, it notes the functions of
 * `unittest`, pytest, `builtins` and `operator`; after each test and at the end it compares. Classes of the change cannot say
 * that they are equal to values of others.
 */
export function pythonGuard(changed: readonly string[]): string {
  return PYTHON_GUARD.replace('CHANGED', () => JSON.stringify(changed));
}

const PYTHON_GUARD = String.raw`def _guard(here, changed):
    import atexit
    import builtins
    import operator
    import os
    import sys
    root = os.path.dirname(here)
    changed = {os.path.join(root, name) for name in changed}
    judges = ('unittest', '_pytest', 'pytest', 'pluggy')
    kinds = (type(_guard), staticmethod, classmethod, property, type, type(len))
    modules, managers, kept, seen, told = [builtins, operator], [], [], set(), {}
    def code(value):
        value = getattr(value, '__func__', getattr(value, 'fget', value))
        return getattr(value, '__code__', None), getattr(value, '__defaults__', None)
    def keep(owner, where):
        """Notes every function and class of a module or class that judges."""
        if id(owner) in seen:
            return
        seen.add(id(owner))
        for name, value in list(vars(owner).items()):
            if isinstance(value, kinds):
                kept.append((owner, name, value, code(value), where + '.' + name))
            if isinstance(value, type) and value.__module__.split('.')[0] in judges:
                keep(value, where + '.' + name)
    def is_own(value):
        return getattr(code(value)[0], 'co_filename', None) in changed
    def look(while_testing):
        for owner, name, value, codes, where in kept:
            now = vars(owner).get(name)
            is_same = now is value and code(value) == codes
            # Tests replace functions until they end, and with mocks.
            is_test = type(now).__module__ == 'unittest.mock' or (while_testing and now is not value and not is_own(now))
            if not is_same and not is_test:
                told[where] = True
        for plugin in [each for manager in managers for each in manager.get_plugins()]:
            module = sys.modules.get(type(plugin).__module__)
            if getattr(module, '__file__', None) in changed:
                told['plugin ' + type(plugin).__name__] = True
    def plain(cls):
        """Its objects ask the other side whether they are equal, unless that is one of them."""
        for name in ('__eq__', '__ne__'):
            own = vars(cls).get(name)
            if own is None or not is_own(own):
                continue
            def asks(self, other, own=own, name=name):
                return own(self, other) if isinstance(other, cls) else getattr(super(cls, self), name)(other)
            setattr(cls, name, asks)
    build = builtins.__build_class__
    def building(function, *args, **more):
        cls = build(function, *args, **more)
        if isinstance(cls, type) and function.__code__.co_filename in changed:
            plain(cls)
        return cls
    def look_after(owner, name, while_testing):
        own = getattr(owner, name)
        def looking(*args, **more):
            try:
                return own(*args, **more)
            finally:
                look(while_testing)
        setattr(owner, name, looking)
    def loaded(module):
        name = module.__name__
        if name == 'unittest.case':
            look_after(module.TestCase, 'run', False)
            look_after(module.TestCase, '_callTestMethod', True)
        if name == '_pytest.runner':
            look_after(module, 'runtestprotocol', False)
        if name == '_pytest.python':
            look_after(module.Function, 'runtest', True)
        if name == 'pluggy._manager':
            own = module.PluginManager.__init__
            module.PluginManager.__init__ = lambda self, *args, **more: (managers.append(self), own(self, *args, **more))[1]
        modules.append(module)
        if kept:
            keep(module, name)
    class Finder:
        @staticmethod
        def find_spec(name, path=None, target=None):
            others = [each for each in sys.meta_path if each is not Finder]
            specs = (each.find_spec(name, path, target) for each in others)
            spec = next((each for each in specs if each is not None), None)
            execute = getattr(getattr(spec, 'loader', None), 'exec_module', None)
            is_judge = name.split('.')[0] in judges
            if execute is None or not (is_judge or spec.origin in changed):
                return spec
            def exec_module(module):
                for each in [] if is_judge or kept else modules:
                    keep(each, each.__name__)
                execute(module)
                if is_judge:
                    loaded(module)
            spec.loader.exec_module = exec_module
            return spec
    builtins.__build_class__ = building
    sys.meta_path.insert(0, Finder)
    def end(leave=os._exit):
        # Pytest takes its own changes back when it ends; it was looked at after every test.
        if '_pytest.runner' not in sys.modules:
            look(False)
        if told:
            sys.stdout.flush()
            sys.stderr.write(''.join('\nALTERED ' + where for where in list(told)[:10]) + '\n')
            sys.stderr.flush()
            leave(1)
    atexit.register(end)
_guard(__import__('os').path.dirname(__import__('os').path.abspath(__file__)), CHANGED)
del _guard
`;
